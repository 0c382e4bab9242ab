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
import { proofSchema } from "@orbline/proto/http/identity/second-factor";
import { loginSchema } from "@orbline/proto/http/identity/auth";
import type { Router } from "express";
import type { UserId } from "../domain/user.ts";
import { logInByCheckout } from "../use-cases/guest-purchase.ts";
import { findByLogin, logIn } from "../use-cases/log-in.ts";
import { listSessions, renewProof, revokeSession } from "../use-cases/sessions.ts";
import {
  clientOf,
  deviceCookieOf,
  endSession,
  type HttpDeps,
  idOf,
  selfOf,
  sendSignedIn,
} from "./responses.ts";
import { recorded } from "./security-routes.ts";

/** The routes that begin, list and end sessions. */
export function addSessionRoutes(router: Router, deps: HttpDeps): void {
  const { sessions, publicOrigin } = deps;

  router.post("/api/login", async (request, response) => {
    const credentials = parseBody(loginSchema, request);
    const { username } = credentials;
    const findUser = async () => (await findByLogin(deps.users, username))?.user.id;
    const signedIn = await recorded(
      deps,
      request,
      { action: "sign-in", userOf: idOf, findUser },
      () => {
        const deviceCookie = deviceCookieOf(request, publicOrigin);
        return logIn(deps, { ...credentials, ...clientOf(request), deviceCookie });
      },
    );
    const { id, role } = signedIn.account.user;
    if (role === "admin")
      await deps.auditTrail.note({ actorId: id, action: "sign-in", target: { kind: "user", id } });
    await sendSignedIn(response, signedIn, deps);
  });

  router.post("/api/checkout-login", async (request, response) => {
    const { sessionId: checkoutSessionId } = parseBody(checkoutLoginSchema, request);
    const { userAgent } = clientOf(request);
    const secret = readCookie(request.get("cookie"), cookieName("checkout", publicOrigin));
    const signedIn = await recorded(deps, request, { action: "sign-in", userOf: idOf }, () =>
      logInByCheckout(deps, { checkoutSessionId, secret, userAgent }),
    );
    await sendSignedIn(response, signedIn, deps);
  });

  router.post("/api/logout", async (request, response) => {
    parseBody(emptySchema, request);
    const caller = callerOf(response);
    if (caller.kind === "user")
      await recorded(deps, request, { action: "sign-out", userId: caller.userId as UserId }, () =>
        endSession(response, sessions),
      );
    response.append("set-cookie", clearedSessionCookie(publicOrigin)).sendStatus(204);
  });

  router.post("/api/proof", async (request, response) => {
    const { password, code } = parseBody(proofSchema, request);
    const self = selfOf(response);
    const secondFactor = { code, client: clientOf(request) };
    await recorded(deps, request, { action: "proof", userId: self.userId }, () =>
      renewProof(deps, { ...self, password, field: "password", secondFactor }),
    );
    response.sendStatus(204);
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
    const revoked = await recorded(deps, request, { action: "session-end", userId }, () =>
      sessions.closeAll(userId, { except: sessionId }),
    );
    response.json({ revoked } satisfies RevokeOthersResponse);
  });

  router.delete("/api/sessions/:id", async (request, response) => {
    const { userId, sessionId: ownSessionId } = selfOf(response);
    const { id: sessionId } = parseParams(sessionIdSchema, request);
    await recorded(deps, request, { action: "session-end", userId }, () =>
      revokeSession(deps, { userId, sessionId }),
    );
    if (sessionId === ownSessionId)
      response.append("set-cookie", clearedSessionCookie(publicOrigin));
    response.sendStatus(204);
  });
}
