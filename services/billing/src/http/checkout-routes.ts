import { AppError } from "@orbline/kit/errors";
import { callerOf } from "@orbline/kit/http/app";
import { parseBody } from "@orbline/kit/http/parse";
import {
  checkoutSchema,
  directSignupSchema,
  type Checkout,
  type CheckoutResponse,
  type DirectSignupResponse,
} from "@orbline/proto/http/billing";
import type { Request, Response, Router } from "express";
import type { Billing } from "../use-cases/billing.ts";
import type { NewAccount, NewGuest } from "../domain/account.ts";
import type { StartedCheckout } from "../use-cases/start-checkout.ts";
import { outcomeFields, toDirectSignup } from "./checkout-answers.ts";
import { checkoutRoutes, directSignupRoute, type CheckoutRoute } from "./checkout-table.ts";
import { checkoutCookie, hashSecret, newSecret } from "./checkout-cookie.ts";
import { checkReturnUrls } from "./return-urls.ts";
import { toUser } from "./to-user.ts";

type Deps = {
  billing: Billing;
  /** Of the site that the provider leads back to. */
  origin: string;
};

type Sent = Omit<Checkout, "username" | "password"> &
  Partial<Pick<Checkout, "username" | "password">>;

const formFields = ["username", "email", "password", "phone"] as const;

/** @throws invalid with the fields that are missing */
const checkForm = (body: Sent): void => {
  const message = "All fields are required";
  const issues = formFields.filter((field) => !body[field]).map((path) => ({ path, message }));
  if (issues.length > 0) throw new AppError("invalid", "form.incomplete", message, { issues });
};

const placeholderPhone = "000-000-0000";

const newAccountOf = (body: Sent, userAgent: string | undefined): NewAccount | undefined => {
  const { username, password, email, phone, termsAccepted, affiliateCode } = body;
  if (!username || !password) return undefined;
  return {
    username,
    password,
    ...(email && { email }),
    ...(phone && phone !== placeholderPhone && { phone }),
    ...(termsAccepted && { termsAccepted }),
    ...(userAgent && { userAgent: userAgent.slice(0, 200) }),
    ...(affiliateCode && { affiliateCode }),
  };
};

/** Who gives an e-mail alone; a password without a name is nobody's. */
const guestOf = ({ email, termsAccepted }: Sent, secret: string): NewGuest | undefined =>
  email
    ? { email, secretHash: hashSecret(secret), ...(termsAccepted && { termsAccepted }) }
    : undefined;

const start = async (
  { billing, origin }: Deps,
  route: CheckoutRoute,
  { body, request, response }: { body: Sent; request: Request; response: Response },
): Promise<StartedCheckout> => {
  checkReturnUrls(origin, body);
  const caller = callerOf(response);
  const userId = caller.kind === "user" ? caller.userId : undefined;
  if (!userId && route.needsAllFields) checkForm(body);
  const secret = newSecret();
  const newAccount = route.opensAccount ? newAccountOf(body, request.get("user-agent")) : undefined;
  const guest = userId || newAccount ? undefined : guestOf(body, secret);
  const started = await billing.startCheckout({
    plan: route.plan ?? body.plan,
    source: body.source ?? route.source,
    returnPages: route.returnPages,
    ...(body.affiliateCode && { affiliateCode: body.affiliateCode }),
    ...(userId && { userId }),
    ...(newAccount && { newAccount }),
    ...(guest && { guest }),
  });
  if (started.sessionCookie) response.append("set-cookie", started.sessionCookie);
  if (guest) response.append("set-cookie", checkoutCookie(origin, secret));
  return started;
};

const handle =
  (deps: Deps, route: CheckoutRoute) =>
  async (request: Request, response: Response): Promise<void> => {
    const body = parseBody(checkoutSchema, request);
    const started = await start(deps, route, { body, request, response });
    const { account } = started;
    const { access } = account ? await deps.billing.getSubscriptionStatus(account.id) : {};
    const answer: CheckoutResponse = {
      ...outcomeFields(started),
      ...(account && access && { user: toUser(account, access), userId: account.id }),
    };
    response.json(answer);
  };

/** Adds the checkout routes. */
export const addCheckoutRoutes = (router: Router, deps: Deps): void => {
  for (const route of checkoutRoutes) router.post(route.path, handle(deps, route));
  router.post(directSignupRoute.path, async (request, response) => {
    // the password is one that the page made up: the buyer never knew it
    const { password: _ignored, ...body } = parseBody(directSignupSchema, request);
    const started = await start(deps, directSignupRoute, { body, request, response });
    response.json(toDirectSignup(started) satisfies DirectSignupResponse);
  });
};
