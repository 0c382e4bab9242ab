import { callerOf } from "@orbline/kit/http/app";
import { cookieName, readCookie } from "@orbline/kit/http/cookies";
import { parseBody, parseParams } from "@orbline/kit/http/parse";
import { clearedSessionCookie } from "@orbline/kit/redis/sessions";
import { emptySchema } from "@orbline/proto/http/fields";
import {
  checkoutLoginSchema,
  type RevokeOthersResponse,
  sessionIdSchema,
  type SessionsResponse,
} from "@orbline/proto/http/identity/account";
import { loginSchema } from "@orbline/proto/http/identity/auth";
import type { Response, Router } from "express";
import type { UserId } from "../domain/user.ts";
import { logInByCheckout } from "../use-cases/guest-purchase.ts";
import { logIn, type SignedIn } from "../use-cases/log-in.ts";
import { listSessions, revokeSession } from "../use-cases/sessions.ts";
import { clientOf, type HttpDeps, selfOf, sendSignedIn } from "./responses.ts";

/** The routes that begin, list and end sessions. */
export function addSessionRoutes(router: Router, deps: HttpDeps): void {
  const { sessions, publicOrigin } = deps;

  /** Ends the caller's session, if any. */
  const logOut = async (response: Response) => {
    const caller = callerOf(response);
    if (caller.kind === "user")
      await sessions.close({ userId: caller.userId as UserId, sessionId: caller.sessionId });
  };

  /** The browser loses the cookie of its earlier session, so that session ends too. */
  const replaceSession = async (response: Response, signedIn: SignedIn) => {
    await logOut(response);
    sendSignedIn(response, signedIn, deps);
  };

  router.post("/api/login", async (request, response) => {
    const credentials = parseBody(loginSchema, request);
    await replaceSession(response, await logIn(deps, { ...credentials, ...clientOf(request) }));
  });

  router.post("/api/checkout-login", async (request, response) => {
    const { sessionId: checkoutSessionId } = parseBody(checkoutLoginSchema, request);
    const { userAgent } = clientOf(request);
    const secret = readCookie(request.get("cookie"), cookieName("checkout", publicOrigin));
    const signedIn = await logInByCheckout(deps, { checkoutSessionId, secret, userAgent });
    await replaceSession(response, signedIn);
  });

  router.post("/api/logout", async (request, response) => {
    parseBody(emptySchema, request);
    await logOut(response);
    response.append("set-cookie", clearedSessionCookie(publicOrigin)).sendStatus(204);
  });

  router.get("/api/sessions", async (_request, response) => {
    const listed = await listSessions(deps, selfOf(response));
    response.json({
      sessions: listed.map(({ sessionId: id, createdAt, lastSeenAt, ...session }) => ({
        id,
        ...session,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    } satisfies SessionsResponse);
  });

  router.post("/api/sessions/revoke-others", async (request, response) => {
    parseBody(emptySchema, request);
    const { userId, sessionId } = selfOf(response);
    const revoked = await sessions.closeAll(userId, { except: sessionId });
    response.json({ revoked } satisfies RevokeOthersResponse);
  });

  router.delete("/api/sessions/:id", async (request, response) => {
    const { userId, sessionId: ownSessionId } = selfOf(response);
    const { id: sessionId } = parseParams(sessionIdSchema, request);
    await revokeSession(deps, { userId, sessionId });
    if (sessionId === ownSessionId)
      response.append("set-cookie", clearedSessionCookie(publicOrigin));
    response.sendStatus(204);
  });
}
