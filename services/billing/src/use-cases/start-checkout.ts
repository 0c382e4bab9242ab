import { AppError } from "@orbline/kit/errors";
import { newCheckout, type ReturnPages } from "../domain/checkout.ts";
import { findPlan, type Plan } from "../domain/plans.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import { hasLifetime, hasPaidSource } from "../domain/transitions.ts";
import type { Account, BillingDeps, NewAccount } from "./ports.ts";

/** A wish to buy: by a signed-in user, or together with a new account. */
export type StartCheckout = {
  plan: Plan;
  source: string;
  returnPages: ReturnPages;
  affiliateCode?: string;
  /** The signed-in caller; wins over `newAccount`. */
  userId?: string;
  newAccount?: NewAccount;
};

/** How it went; an account that was opened on the way is told in every case. */
export type StartedCheckout = { account: Account; sessionCookie?: string } & (
  | { kind: "opened"; sessionId: string; url: string }
  | { kind: "already-subscribed" }
  | { kind: "refused"; error: string }
);

type Deps = Pick<
  BillingDeps,
  "subscriptions" | "checkouts" | "payments" | "accounts" | "clock" | "rules"
> & { newId: () => string };

const findBuyer = async ({ accounts }: Deps, request: StartCheckout) => {
  if (request.userId) return { account: await accounts.find(request.userId) };
  if (request.newAccount) return accounts.signUp(request.newAccount);
  throw new AppError(
    "unauthenticated",
    "session.required",
    "Please sign in or create an account to subscribe.",
  );
};

const customerOf = async (deps: Deps, account: Account, subscription: Subscription) => {
  if (subscription.customerId) return subscription.customerId;
  const customerId = await deps.payments.createCustomer({
    userId: account.id,
    ...(account.email && { email: account.email }),
  });
  const { state } = await deps.subscriptions.update(account.id, (current) =>
    current.customerId ? current : { ...current, customerId },
  );
  return state.customerId ?? customerId;
};

/** Closes what is still open of this user; should the provider fail, fulfilment settles a second payment. */
const replaceOpenCheckouts = async ({ checkouts, payments }: Deps, userId: string) => {
  for (const { id, sessionId } of await checkouts.findOpen(userId)) {
    try {
      if (sessionId) await payments.expireSession(sessionId);
    } catch {
      // Its buyer may still pay it: the rule for two live subscriptions then decides.
    }
    await checkouts.change(id, { status: "replaced" });
  }
};

const openAtProvider = async (deps: Deps, account: Account, request: StartCheckout) => {
  const { checkouts, payments, subscriptions, clock, newId } = deps;
  const plan = findPlan(request.plan);
  const priceId = await payments.priceOf(plan);
  const subscription = (await subscriptions.find(account.id))?.state ?? noSubscription(account.id);
  const customerId = await customerOf(deps, account, subscription);
  await replaceOpenCheckouts(deps, account.id);
  const checkout = newCheckout({
    id: newId(),
    userId: account.id,
    plan: plan.id,
    source: request.source,
    createdAt: clock.now(),
    ...(request.affiliateCode && { affiliateCode: request.affiliateCode }),
  });
  await checkouts.create(checkout);
  const session = await payments.openSession({
    checkoutId: checkout.id,
    userId: account.id,
    plan,
    priceId,
    customerId,
    returnPages: request.returnPages,
  });
  await checkouts.change(checkout.id, { status: "open", sessionId: session.sessionId });
  return session;
};

/**
 * Opens a hosted checkout for one buyer, replacing an older open one. An account that was opened on the way
 * stays when the provider fails, and the answer says so. @throws unauthenticated, conflict
 */
export const startCheckout =
  (deps: Deps) =>
  async (request: StartCheckout): Promise<StartedCheckout> => {
    const buyer = await findBuyer(deps, request);
    const { account } = buyer;
    const now = deps.clock.now();
    const subscription = (await deps.subscriptions.find(account.id))?.state;
    if (subscription) {
      const isUpgrade = request.plan === "lifetime" && !hasLifetime(subscription);
      if (!isUpgrade && hasPaidSource(subscription, now, deps.rules))
        return { ...buyer, kind: "already-subscribed" };
      if (request.plan === "trial" && subscription.trialUsedAt)
        return {
          ...buyer,
          kind: "refused",
          error: "The free trial was already used on this account. Please choose another plan.",
        };
    }
    try {
      const { sessionId, url } = await openAtProvider(deps, account, request);
      return { ...buyer, kind: "opened", sessionId, url };
    } catch (error) {
      if (!request.newAccount || request.userId) throw error;
      return {
        ...buyer,
        kind: "refused",
        error: "There was a problem setting up payment. Please try again.",
      };
    }
  };
