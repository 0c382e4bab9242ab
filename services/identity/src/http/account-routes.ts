import { parseBody } from "@orbline/kit/http/parse";
import { clearedSessionCookie, sessionCookie } from "@orbline/kit/redis/sessions";
import {
  changePasswordSchema,
  deleteUserSchema,
  updateUserSchema,
} from "@orbline/proto/http/account";
import { registerSchema } from "@orbline/proto/http/identity";
import type { Router } from "express";
import type { Identity } from "../use-cases/identity.ts";
import { answerAccepted, answerSignedIn, clientOf, type CookieDeps, selfOf } from "./client.ts";
import { toUserAnswer } from "./user-answer.ts";

/** What the routes of a user's own account need. */
export type AccountDeps = CookieDeps &
  Pick<
    Identity,
    | "changeContact"
    | "changePassword"
    | "exportUser"
    | "getCurrentUser"
    | "register"
    | "requestDeletion"
  >;

/** What somebody takes along or leaves behind. */
const leavingRoutes = (deps: AccountDeps, router: Router) => {
  router.get("/api/user/export", async (_request, response) => {
    const { userId } = selfOf(response);
    const everything = await deps.exportUser(userId);
    response.setHeader("content-disposition", 'attachment; filename="orbline-export.json"');
    response.json(everything);
  });

  router.post("/api/user/delete", async (request, response) => {
    const { userId } = selfOf(response);
    const { password } = parseBody(deleteUserSchema, request);
    await deps.requestDeletion({ userId, password, ip: clientOf(request).ip });
    const insecure = deps.cookieInsecure;
    answerAccepted(response.append("set-cookie", clearedSessionCookie({ insecure })));
  });
};

/** The HTTP API of a user's own account. */
export const accountRoutes =
  (deps: AccountDeps) =>
  (router: Router): void => {
    const { clock, cookieInsecure: insecure } = deps;

    router.get("/api/user", async (_request, response) => {
      const { userId } = selfOf(response);
      response.json(toUserAnswer(await deps.getCurrentUser(userId), clock.now()));
    });

    router.post("/api/register", async (request, response) => {
      const { username, password, email, phone, affiliateCode, termsAccepted } = parseBody(
        registerSchema,
        request,
      );
      const account = { username, password, email, phone, affiliateCode, termsAccepted };
      const { userAgent } = clientOf(request);
      const signedIn = await deps.register({ ...account, userAgent });
      answerSignedIn(response.status(201), signedIn, deps);
    });

    router.patch("/api/user", async (request, response) => {
      const { userId } = selfOf(response);
      const { currentPassword, email, ...rest } = parseBody(updateUserSchema, request);
      const change = {
        ...(email !== undefined && { email }),
        ...("phone" in rest && { phone: rest.phone }),
      };
      const { ip } = clientOf(request);
      const account = await deps.changeContact({ userId, currentPassword, change, ip });
      response.json(toUserAnswer(account, clock.now()));
    });

    router.post("/api/password", async (request, response) => {
      const self = selfOf(response);
      const { currentPassword, newPassword } = parseBody(changePasswordSchema, request);
      const passwords = { currentPassword, newPassword };
      const id = await deps.changePassword({ ...self, ...passwords, ...clientOf(request) });
      response.append("set-cookie", sessionCookie({ id, insecure })).sendStatus(204);
    });

    leavingRoutes(deps, router);
  };
