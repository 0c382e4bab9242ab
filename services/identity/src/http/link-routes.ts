import { parseBody } from "@orbline/kit/http/parse";
import {
  claimSchema,
  convertWaitlistSchema,
  forgotPasswordSchema,
  joinWaitlistSchema,
  resendVerificationSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from "@orbline/proto/http/account";
import type { Router } from "express";
import type { Identity } from "../use-cases/identity.ts";
import { answerAccepted, answerSignedIn, clientOf, type CookieDeps, selfOf } from "./client.ts";

/** What the routes around mailed links need. */
export type LinkDeps = CookieDeps &
  Pick<
    Identity,
    | "claimPurchase"
    | "convertWaitlist"
    | "forgotPassword"
    | "joinWaitlist"
    | "resendVerification"
    | "resetPassword"
    | "verifyEmail"
  >;

/** The HTTP API of everything that goes by a mailed link: asking for one, and using it. */
export const linkRoutes =
  (deps: LinkDeps) =>
  (router: Router): void => {
    router.post("/api/waitlist", async (request, response) => {
      const { email, source, affiliateCode } = parseBody(joinWaitlistSchema, request);
      await deps.joinWaitlist({ email, source, affiliateCode });
      answerAccepted(response);
    });

    router.post("/api/convert-waitlist", async (request, response) => {
      const { token, username, password, phone, affiliateCode, termsAccepted } = parseBody(
        convertWaitlistSchema,
        request,
      );
      const account = { username, password, phone, affiliateCode, termsAccepted };
      const { userAgent } = clientOf(request);
      const signedIn = await deps.convertWaitlist({ token, ...account, userAgent });
      answerSignedIn(response.status(201), signedIn, deps);
    });

    router.post("/api/email/verify", async (request, response) => {
      response.json(await deps.verifyEmail(parseBody(verifyEmailSchema, request).token));
    });

    router.post("/api/email/verify/resend", async (request, response) => {
      const { userId } = selfOf(response);
      parseBody(resendVerificationSchema, request);
      await deps.resendVerification(userId);
      answerAccepted(response);
    });

    router.post("/api/password/forgot", async (request, response) => {
      await deps.forgotPassword(parseBody(forgotPasswordSchema, request).email);
      answerAccepted(response);
    });

    router.post("/api/password/reset", async (request, response) => {
      const { token, password } = parseBody(resetPasswordSchema, request);
      await deps.resetPassword({ token, password });
      response.sendStatus(204);
    });

    router.post("/api/claim", async (request, response) => {
      const { token, password, username } = parseBody(claimSchema, request);
      const { userAgent } = clientOf(request);
      const signedIn = await deps.claimPurchase({ token, password, username, userAgent });
      answerSignedIn(response, signedIn, deps);
    });
  };
