import { AppError } from "@orbline/kit/errors";
import { callerOf } from "@orbline/kit/http";
import { parseBody } from "@orbline/kit/http-body";
import { checkoutSchema, type Checkout, type CheckoutResponse } from "@orbline/proto/http/billing";
import type { Request, Response, Router } from "express";
import type { ReturnPages } from "../domain/checkout.ts";
import type { Plan } from "../domain/plans.ts";
import type { Billing } from "../use-cases/billing.ts";
import type { NewAccount } from "../domain/account.ts";
import type { StartedCheckout } from "../use-cases/start-checkout.ts";
import { checkReturnUrls } from "./return-urls.ts";
import { toUser } from "./to-user.ts";

type Deps = {
  billing: Billing;
  /** Of the site that the provider leads back to. */
  origin: string;
};

type CheckoutRoute = {
  path: string;
  /** Recorded when the caller names none. */
  source: string;
  returnPages: ReturnPages;
  /** Whether the body may open an account. */
  opensAccount: boolean;
  /** Sold whatever the body says. */
  plan?: Plan;
  /** Whether a new account must come with every field of its form. */
  needsAllFields?: boolean;
};

const integrated = {
  returnPages: "subscription",
  opensAccount: true,
  needsAllFields: true,
} as const;

/** One use case behind thin routes; this table holds all their differences. */
export const checkoutRoutes: readonly CheckoutRoute[] = [
  {
    path: "/api/create-direct-checkout",
    source: "direct_checkout",
    returnPages: "subscription",
    opensAccount: false,
  },
  {
    path: "/api/simplified-checkout",
    source: "simplified_checkout",
    returnPages: "simplified",
    opensAccount: false,
  },
  {
    path: "/api/register-with-checkout",
    source: "auth_screen",
    returnPages: "subscription",
    opensAccount: true,
  },
  {
    path: "/api/absolute-price-id-checkout",
    source: "production_signup_form",
    returnPages: "subscription",
    opensAccount: true,
  },
  {
    path: "/api/production-site-checkout",
    source: "production_site",
    returnPages: "subscription",
    opensAccount: true,
  },
  {
    path: "/api/integrated-monthly-checkout",
    source: "integrated_monthly",
    plan: "monthly",
    ...integrated,
  },
  {
    path: "/api/integrated-annual-checkout",
    source: "integrated_annual",
    plan: "annual",
    ...integrated,
  },
];

const formFields = ["username", "email", "password", "phone"] as const;

/** @throws invalid with the fields that are missing */
const checkForm = (body: Checkout): void => {
  const message = "All fields are required";
  const issues = formFields.filter((field) => !body[field]).map((path) => ({ path, message }));
  if (issues.length > 0) throw new AppError("invalid", "form.incomplete", message, { issues });
};

const placeholderPhone = "000-000-0000";

const newAccountOf = (body: Checkout, userAgent: string | undefined): NewAccount | undefined => {
  const { username, password, email, phone, termsAccepted } = body;
  if (!username || !password) return undefined;
  return {
    username,
    password,
    ...(email && { email }),
    ...(phone && phone !== placeholderPhone && { phone }),
    ...(termsAccepted && { termsAccepted }),
    ...(userAgent && { userAgent: userAgent.slice(0, 200) }),
  };
};

const outcomeFields = (started: StartedCheckout): CheckoutResponse => {
  switch (started.kind) {
    case "opened": {
      const { url, sessionId } = started;
      // Callers read the one address under different names.
      return {
        success: true,
        checkoutUrl: url,
        url,
        directStripeUrl: url,
        altStripeUrl: url,
        sessionId,
      };
    }
    case "already-subscribed":
      return { success: false, alreadySubscribed: true };
    case "refused":
      return { success: false, error: started.error };
  }
};

const handle =
  ({ billing, origin }: Deps, route: CheckoutRoute) =>
  async (request: Request, response: Response): Promise<void> => {
    const body = parseBody(checkoutSchema, request);
    checkReturnUrls(origin, body);
    const caller = callerOf(response);
    const userId = caller.kind === "user" ? caller.userId : undefined;
    if (!userId && route.needsAllFields) checkForm(body);
    const newAccount = route.opensAccount
      ? newAccountOf(body, request.get("user-agent"))
      : undefined;
    const started = await billing.startCheckout({
      plan: route.plan ?? body.plan,
      source: body.source ?? route.source,
      returnPages: route.returnPages,
      ...(body.affiliateCode && { affiliateCode: body.affiliateCode }),
      ...(userId && { userId }),
      ...(newAccount && { newAccount }),
    });
    const { access } = await billing.getSubscriptionStatus(started.account.id);
    if (started.sessionCookie) response.setHeader("set-cookie", started.sessionCookie);
    const answer: CheckoutResponse = {
      ...outcomeFields(started),
      user: toUser(started.account, access),
      userId: started.account.id,
    };
    response.json(answer);
  };

/** Adds the checkout routes. */
export const addCheckoutRoutes = (router: Router, deps: Deps): void => {
  for (const route of checkoutRoutes) router.post(route.path, handle(deps, route));
};
