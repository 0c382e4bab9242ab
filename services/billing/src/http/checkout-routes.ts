import { AppError } from "@orbline/kit/errors";
import { callerOf } from "@orbline/kit/http/app";
import { hashSecret, newSecret, setCookie } from "@orbline/kit/http/cookies";
import { parseBody } from "@orbline/kit/http/parse";
import {
  checkoutSchema,
  directSignupSchema,
  type Checkout,
  type CheckoutResponse,
  type DirectSignupResponse,
} from "@orbline/proto/http/billing/checkout";
import type { User } from "@orbline/proto/http/identity/user";
import type { Request, Response, Router } from "express";
import { checkoutLoginMs } from "../domain/checkout.ts";
import { checkReturnUrls } from "../domain/return-pages.ts";
import type { Access } from "../domain/subscription/access.ts";
import { startCheckout, type StartedCheckout } from "../use-cases/checkout/start-checkout.ts";
import type { Account, BillingDeps, NewAccount } from "../use-cases/ports.ts";
import { getSubscriptionStatus } from "../use-cases/subscription/queries.ts";
import { checkoutCalls, directSignupCall, type CheckoutCall } from "./checkout-calls.ts";

/** What the routes need; `origin` is the site's origin. */
export type RouteDeps = BillingDeps & { origin: string };

type Sent = Omit<Checkout, "username" | "password"> &
  Partial<Pick<Checkout, "username" | "password">>;

/** Name of the cookie that binds a guest's checkout to its browser. */
export const checkoutCookie = "checkout";

const formFields = ["username", "email", "password", "phone"] as const;

const placeholderPhone = "000-000-0000";

/** Adds the routes that start a checkout. */
export function addCheckoutRoutes(router: Router, deps: RouteDeps): void {
  for (const call of checkoutCalls)
    router.post(call.path, async (request, response) => {
      const body = parseBody(checkoutSchema, request);
      const started = await start(deps, call, { body, request, response });
      const { account } = started;
      const status = account && (await getSubscriptionStatus(deps, account.id));
      const user = account &&
        status && { user: toUser(account, status.access), userId: account.id };
      const stripeCustomerId = callerOf(response).kind === "user" ? status?.customerId : undefined;
      const result: CheckoutResponse = { ...toCheckout(started), ...user, stripeCustomerId };
      response.json(result);
    });

  router.post(directSignupCall.path, async (request, response) => {
    // The page generated the password, so the buyer never knew it.
    const { password: _ignored, ...body } = parseBody(directSignupSchema, request);
    const started = await start(deps, directSignupCall, { body, request, response });
    response.json(toDirectSignup(started) satisfies DirectSignupResponse);
  });
}

async function start(
  deps: RouteDeps,
  call: CheckoutCall,
  { body, request, response }: { body: Sent; request: Request; response: Response },
): Promise<StartedCheckout> {
  const { origin } = deps;
  checkReturnUrls(origin, body);
  const caller = callerOf(response);
  const userId = caller.kind === "user" ? caller.userId : undefined;
  if (!userId && call.needsAllFields) checkForm(body);
  const secret = newSecret();
  const newAccount = call.opensAccount ? newAccountOf(body, request) : undefined;
  const { email, termsAccepted } = body;
  const isGuest = !userId && !newAccount && email;
  const guest = isGuest
    ? { email, termsAccepted: termsAccepted || undefined, secretHash: hashSecret(secret) }
    : undefined;
  const started = await startCheckout(deps, {
    plan: call.plan ?? body.plan,
    source: body.source ?? call.source,
    returnPages: call.returnPages ?? "subscription",
    affiliateCode: body.affiliateCode || undefined,
    userId,
    newAccount,
    guest,
  });
  if (started.sessionCookie) response.append("set-cookie", started.sessionCookie);
  const maxAgeSeconds = checkoutLoginMs / 1_000;
  const cookie = { name: checkoutCookie, value: secret, origin, maxAgeSeconds };
  if (guest) response.append("set-cookie", setCookie(cookie));
  return started;
}

/** @throws invalid with the names of the missing fields */
function checkForm(body: Sent): void {
  const message = "All fields are required";
  const issues = formFields.filter((field) => !body[field]).map((path) => ({ path, message }));
  if (issues.length > 0) throw new AppError("invalid", "form.incomplete", message, { issues });
}

/** The account that a body with a name and a password opens. */
function newAccountOf(body: Sent, request: Request): NewAccount | undefined {
  const { username, password, email, phone, termsAccepted, affiliateCode } = body;
  if (!username || !password) return undefined;
  return {
    username,
    password,
    email: email || undefined,
    phone: phone && phone !== placeholderPhone ? phone : undefined,
    termsAccepted: termsAccepted || undefined,
    affiliateCode: affiliateCode || undefined,
    userAgent: request.get("user-agent")?.slice(0, 200),
    clientIp: request.get("x-client-ip"),
  };
}

/** The outcome of a checkout. Callers read the same address under different names. */
function toCheckout(started: StartedCheckout): CheckoutResponse {
  switch (started.kind) {
    case "opened": {
      const { url, sessionId } = started;
      const urls = { checkoutUrl: url, url, directStripeUrl: url, altStripeUrl: url };
      return { success: true, ...urls, sessionId };
    }
    case "already-subscribed":
      return { success: false, alreadySubscribed: true };
    case "refused":
      return { success: false, error: started.error };
  }
}

function toDirectSignup(started: StartedCheckout): DirectSignupResponse {
  switch (started.kind) {
    case "opened":
      return { success: true, redirectUrl: started.url };
    case "already-subscribed":
      return { success: false, message: "You already have an active subscription" };
    case "refused":
      return { success: false, message: started.error };
  }
}

/** An account with its access, as users see it. */
function toUser(account: Account, access: Access): User {
  const { id, username, emailVerified, hasPassword, role } = account;
  return {
    id,
    username,
    email: account.email ?? null,
    emailVerified,
    hasPassword,
    phone: account.phone ?? null,
    role,
    subscriptionTier: role === "admin" ? "admin" : access.tier,
    subscriptionStatus: access.status,
    subscriptionEndDate: access.periodEnd?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  };
}
