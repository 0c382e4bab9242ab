import { parseBody } from "@orbline/kit/http/parse";
import { clearedSessionCookie, sessionCookie } from "@orbline/kit/redis/sessions";
import {
  changePasswordSchema,
  deleteUserSchema,
  updateUserSchema,
} from "@orbline/proto/http/identity/account";
import { registerSchema } from "@orbline/proto/http/identity/auth";
import { preferencesSchema } from "@orbline/proto/http/identity/user";
import type { Router } from "express";
import { requestDeletion } from "../use-cases/delete-account.ts";
import {
  changeContact,
  changePassword,
  changePreferences,
  getCurrentUser,
} from "../use-cases/own-account.ts";
import { register } from "../use-cases/register.ts";
import {
  clientOf,
  type HttpDeps,
  idOf,
  provenSelfOf,
  rememberDevice,
  selfOf,
  sendAccepted,
  sendSignedIn,
  toUserResponse,
} from "./responses.ts";
import { recorded } from "./security-routes.ts";

/** The routes of a user's own account. */
export function addAccountRoutes(router: Router, deps: HttpDeps): void {
  const { clock, publicOrigin } = deps;

  router.post("/api/register", async (request, response) => {
    const {
      subscribe: _subscribe,
      plan: _plan,
      source: _source,
      ...account
    } = parseBody(registerSchema, request);
    const { ip, userAgent } = clientOf(request);
    const signedIn = await recorded(deps, request, { action: "register", userOf: idOf }, () =>
      deps.conflictLimits.guard(ip, () => register(deps, { ...account, userAgent })),
    );
    await sendSignedIn(response.status(201), signedIn, deps);
  });

  router.get("/api/user", async (_request, response) => {
    const account = await getCurrentUser(deps, selfOf(response).userId);
    response.json(toUserResponse(account, clock.now()));
  });

  router.patch("/api/user", async (request, response) => {
    const { userId, sessionId } = await provenSelfOf(response, deps);
    const { currentPassword, endOtherSessions, ...change } = parseBody(updateUserSchema, request);
    const input = { userId, sessionId, currentPassword, change, endOtherSessions };
    const { guard } = deps.conflictLimits;
    // A person can have many accounts, and a user many addresses.
    const account = await recorded(deps, request, { action: "contact-change", userId }, () =>
      guard(clientOf(request).ip, () => guard(userId, () => changeContact(deps, input))),
    );
    response.json(toUserResponse(account, clock.now()));
  });

  router.patch("/api/user/preferences", async (request, response) => {
    const { userId } = selfOf(response);
    const preferences = parseBody(preferencesSchema, request);
    const account = await changePreferences(deps, { userId, preferences });
    response.json(toUserResponse(account, clock.now()));
  });

  router.post("/api/password", async (request, response) => {
    const passwords = parseBody(changePasswordSchema, request);
    const self = await provenSelfOf(response, deps);
    const { userAgent } = clientOf(request);
    const input = { ...self, ...passwords, userAgent };
    const event = { action: "password-change", userId: self.userId } as const;
    const { user, sessionToken } = await recorded(deps, request, event, () =>
      changePassword(deps, input),
    );
    response.append("set-cookie", sessionCookie(sessionToken, publicOrigin));
    rememberDevice(response, user, deps);
    response.sendStatus(204);
  });

  router.post("/api/user/delete", async (request, response) => {
    const { userId, sessionId } = await provenSelfOf(response, deps);
    const { password } = parseBody(deleteUserSchema, request);
    await recorded(deps, request, { action: "deletion", userId }, () =>
      requestDeletion(deps, { userId, sessionId, password }),
    );
    sendAccepted(response.append("set-cookie", clearedSessionCookie(publicOrigin)));
  });
}
