import { parseBody } from "@orbline/kit/http/parse";
import { clearedSessionCookie, sessionCookie } from "@orbline/kit/redis/sessions";
import {
  changePasswordSchema,
  deleteUserSchema,
  updateUserSchema,
} from "@orbline/proto/http/identity/account";
import { registerSchema } from "@orbline/proto/http/identity/auth";
import type { Router } from "express";
import { requestDeletion } from "../use-cases/delete-account.ts";
import { exportUser } from "../use-cases/export-user.ts";
import { changeContact, changePassword, getCurrentUser } from "../use-cases/own-account.ts";
import { register } from "../use-cases/register.ts";
import {
  clientOf,
  type HttpDeps,
  selfOf,
  sendAccepted,
  sendSignedIn,
  toUserResponse,
} from "./responses.ts";

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
    const { userAgent } = clientOf(request);
    const signedIn = await register(deps, { ...account, userAgent });
    sendSignedIn(response.status(201), signedIn, deps);
  });

  router.get("/api/user", async (_request, response) => {
    const account = await getCurrentUser(deps, selfOf(response).userId);
    response.json(toUserResponse(account, clock.now()));
  });

  router.patch("/api/user", async (request, response) => {
    const { userId } = selfOf(response);
    const { currentPassword, ...change } = parseBody(updateUserSchema, request);
    const { ip } = clientOf(request);
    const account = await changeContact(deps, { userId, currentPassword, change, ip });
    response.json(toUserResponse(account, clock.now()));
  });

  router.post("/api/password", async (request, response) => {
    const passwords = parseBody(changePasswordSchema, request);
    const input = { ...selfOf(response), ...passwords, ...clientOf(request) };
    const sessionToken = await changePassword(deps, input);
    response.append("set-cookie", sessionCookie(sessionToken, publicOrigin)).sendStatus(204);
  });

  router.get("/api/user/export", async (_request, response) => {
    const data = await exportUser(deps, selfOf(response).userId);
    response.setHeader("content-disposition", 'attachment; filename="orbline-export.json"');
    response.json(data);
  });

  router.post("/api/user/delete", async (request, response) => {
    const { userId } = selfOf(response);
    const { password } = parseBody(deleteUserSchema, request);
    await requestDeletion(deps, { userId, password, ip: clientOf(request).ip });
    sendAccepted(response.append("set-cookie", clearedSessionCookie(publicOrigin)));
  });
}
