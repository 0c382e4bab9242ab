import { callerOf } from "@orbline/kit/http/app";
import { parseBody, parseParams } from "@orbline/kit/http/parse";
import { clearedSessionCookie } from "@orbline/kit/redis/sessions";
import {
  checkoutLoginSchema,
  revokeOthersSchema,
  sessionIdSchema,
  type SessionsResponse,
} from "@orbline/proto/http/account";
import { loginSchema, logoutSchema } from "@orbline/proto/http/identity";
import type { Request, Response, Router } from "express";
import type { UserId } from "../domain/user.ts";
import type { Identity } from "../use-cases/identity.ts";
import type { SignedIn } from "../use-cases/register.ts";
import { answerSignedIn, clientOf, type CookieDeps, selfOf } from "./client.ts";

/** What the routes of sessions need. */
export type SessionDeps = CookieDeps &
  Pick<
    Identity,
    | "logIn"
    | "logInByCheckout"
    | "logOut"
    | "listSessions"
    | "revokeSession"
    | "revokeOtherSessions"
  >;

/** The value of the cookie that billing gave the browser when its checkout began. */
const checkoutSecret = (request: Request, insecure: boolean) => {
  const name = insecure ? "checkout" : "__Host-checkout";
  const pairs = (request.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
};

const listRoutes = (deps: SessionDeps, router: Router) => {
  router.get("/api/sessions", async (_request, response) => {
    const open = await deps.listSessions(selfOf(response));
    const sessions = open.map(({ sid, device, createdAt, lastSeenAt, current }) => ({
      id: sid,
      device,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current,
    }));
    response.json({ sessions } satisfies SessionsResponse);
  });

  router.post("/api/sessions/revoke-others", async (request, response) => {
    parseBody(revokeOthersSchema, request);
    response.json({ revoked: await deps.revokeOtherSessions(selfOf(response)) });
  });

  router.delete("/api/sessions/:id", async (request, response) => {
    const { userId, sid } = selfOf(response);
    const { id } = parseParams(sessionIdSchema, request);
    await deps.revokeSession({ userId, sid: id });
    const insecure = deps.cookieInsecure;
    if (id === sid) response.append("set-cookie", clearedSessionCookie({ insecure }));
    response.sendStatus(204);
  });
};

/** The HTTP API of sessions: how they begin, which are open, how they end. */
export const sessionRoutes =
  (deps: SessionDeps) =>
  (router: Router): void => {
    const { logIn, logInByCheckout, logOut, cookieInsecure: insecure } = deps;

    /** The browser is about to lose the cookie of an earlier session: nobody else should find it open. */
    const replaceSession = async (response: Response, signedIn: SignedIn) => {
      const earlier = callerOf(response);
      if (earlier.kind === "user")
        await logOut({ userId: earlier.userId as UserId, sid: earlier.sid });
      answerSignedIn(response, signedIn, deps);
    };

    router.post("/api/login", async (request, response) => {
      const credentials = parseBody(loginSchema, request);
      await replaceSession(response, await logIn({ ...credentials, ...clientOf(request) }));
    });

    router.post("/api/checkout-login", async (request, response) => {
      const { sessionId } = parseBody(checkoutLoginSchema, request);
      const { userAgent } = clientOf(request);
      const secret = checkoutSecret(request, insecure);
      await replaceSession(response, await logInByCheckout({ sessionId, secret, userAgent }));
    });

    router.post("/api/logout", async (request, response) => {
      parseBody(logoutSchema, request);
      const caller = callerOf(response);
      if (caller.kind === "user")
        await logOut({ userId: caller.userId as UserId, sid: caller.sid });
      response.append("set-cookie", clearedSessionCookie({ insecure })).sendStatus(204);
    });

    listRoutes(deps, router);
  };
