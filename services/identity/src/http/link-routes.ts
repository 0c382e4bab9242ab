import { parseBody } from "@orbline/kit/http/parse";
import { emptySchema } from "@orbline/proto/http/fields";
import {
  claimSchema,
  convertWaitlistSchema,
  forgotPasswordSchema,
  joinWaitlistSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from "@orbline/proto/http/identity/account";
import type { Router } from "express";
import {
  resendVerification,
  undoEmailChange,
  verifyEmail,
} from "../use-cases/email-verification.ts";
import { claimPurchase } from "../use-cases/guest-purchase.ts";
import { getCurrentUser } from "../use-cases/own-account.ts";
import { forgotPassword, resetPassword } from "../use-cases/password-reset.ts";
import { undoSecondFactor } from "../use-cases/second-factor/undo.ts";
import { convertWaitlist, joinWaitlist } from "../use-cases/waitlist.ts";
import type { UserId } from "../domain/user.ts";
import {
  clientOf,
  type HttpDeps,
  idOf,
  rememberDevice,
  selfOf,
  sendAccepted,
  sendSignedIn,
} from "./responses.ts";
import { recorded } from "./security-routes.ts";

/** The routes that request emailed links and the routes that use them. */
export function addLinkRoutes(router: Router, deps: HttpDeps): void {
  router.post("/api/waitlist", async (request, response) => {
    await joinWaitlist(deps, parseBody(joinWaitlistSchema, request));
    sendAccepted(response);
  });

  router.post("/api/convert-waitlist", async (request, response) => {
    const input = parseBody(convertWaitlistSchema, request);
    const { ip, userAgent } = clientOf(request);
    const signedIn = await recorded(deps, request, { action: "register", userOf: idOf }, () =>
      deps.conflictLimits.guard(ip, () => convertWaitlist(deps, { ...input, userAgent })),
    );
    await sendSignedIn(response.status(201), signedIn, deps);
  });

  router.post("/api/email/verify", async (request, response) => {
    const { token } = parseBody(verifyEmailSchema, request);
    const event = {
      action: "email-verification",
      userOf: ({ userId }: { userId: UserId }) => userId,
    } as const;
    const { email } = await recorded(deps, request, event, () => verifyEmail(deps, token));
    response.json({ email });
  });

  router.post("/api/email/undo", async (request, response) => {
    const { token } = parseBody(verifyEmailSchema, request);
    const event = {
      action: "email-change-undo",
      userOf: ({ userId }: { userId: UserId }) => userId,
    } as const;
    const { email } = await recorded(deps, request, event, () => undoEmailChange(deps, token));
    response.json({ email });
  });

  router.post("/api/second-factor/undo", async (request, response) => {
    const { token } = parseBody(verifyEmailSchema, request);
    const event = {
      action: "second-factor-undo",
      userOf: ({ userId }: { userId: UserId }) => userId,
    } as const;
    const { email } = await recorded(deps, request, event, () => undoSecondFactor(deps, token));
    response.json({ email });
  });

  router.post("/api/email/verify/resend", async (request, response) => {
    const { userId } = selfOf(response);
    parseBody(emptySchema, request);
    await resendVerification(deps, userId);
    sendAccepted(response);
  });

  router.post("/api/password/forgot", async (request, response) => {
    await forgotPassword(deps, parseBody(forgotPasswordSchema, request).email);
    sendAccepted(response);
  });

  router.post("/api/password/reset", async (request, response) => {
    const reset = parseBody(resetPasswordSchema, request);
    const event = { action: "password-reset", userOf: (id: UserId) => id } as const;
    const userId = await recorded(deps, request, event, () => resetPassword(deps, reset));
    const { user } = await getCurrentUser(deps, userId);
    rememberDevice(response, user, deps, { byLink: true });
    response.sendStatus(204);
  });

  router.post("/api/claim", async (request, response) => {
    const input = parseBody(claimSchema, request);
    const { ip, userAgent } = clientOf(request);
    const signedIn = await recorded(deps, request, { action: "claim", userOf: idOf }, () =>
      deps.conflictLimits.guard(ip, () => claimPurchase(deps, { ...input, ip, userAgent })),
    );
    await sendSignedIn(response, signedIn, deps);
  });
}
