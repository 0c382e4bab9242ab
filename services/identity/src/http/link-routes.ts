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
import { resendVerification, verifyEmail } from "../use-cases/email-verification.ts";
import { claimPurchase } from "../use-cases/guest-purchase.ts";
import { forgotPassword, resetPassword } from "../use-cases/password-reset.ts";
import { convertWaitlist, joinWaitlist } from "../use-cases/waitlist.ts";
import { clientOf, type HttpDeps, selfOf, sendAccepted, sendSignedIn } from "./responses.ts";

/** The routes that request emailed links and the routes that use them. */
export function addLinkRoutes(router: Router, deps: HttpDeps): void {
  router.post("/api/waitlist", async (request, response) => {
    await joinWaitlist(deps, parseBody(joinWaitlistSchema, request));
    sendAccepted(response);
  });

  router.post("/api/convert-waitlist", async (request, response) => {
    const input = parseBody(convertWaitlistSchema, request);
    const { userAgent } = clientOf(request);
    const signedIn = await convertWaitlist(deps, { ...input, userAgent });
    sendSignedIn(response.status(201), signedIn, deps);
  });

  router.post("/api/email/verify", async (request, response) => {
    response.json(await verifyEmail(deps, parseBody(verifyEmailSchema, request).token));
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
    await resetPassword(deps, parseBody(resetPasswordSchema, request));
    response.sendStatus(204);
  });

  router.post("/api/claim", async (request, response) => {
    const input = parseBody(claimSchema, request);
    const { userAgent } = clientOf(request);
    sendSignedIn(response, await claimPurchase(deps, { ...input, userAgent }), deps);
  });
}
