import { AppError } from "@orbline/kit/errors";
import { type Checkout, forgetAt, type Guest, type ReturnPages } from "../../domain/checkout.ts";
import { findPlan, type Plan } from "../../domain/plans.ts";
import { hasPaidSource } from "../../domain/subscription/access.ts";
import { assertNotErased, isErasedError } from "../../domain/subscription/erase.ts";
import { hasLifetime, isSelfExcluded } from "../../domain/subscription/subscription.ts";
import { eraseRecords } from "../deletion/erase-records.ts";
import type { CheckoutPage } from "../payment-provider.ts";
import type { Account, BillingDeps, NewAccount } from "../ports.ts";
import { withTimeout } from "../provider-calls.ts";
import { excludedAddressText, selfExcludedText } from "../../domain/subscription/self-exclusion.ts";
import { closeCheckouts } from "./close-checkouts.ts";
import { findOrCreateCustomer } from "./create-customer.ts";

/** Less than the gateway's 30 seconds, because our own response explains more. */
const deadlineMs = 20_000;

/** A request to buy, by a signed-in user, with a new account, or by a guest. */
export type StartCheckout = {
  plan: Plan;
  /** The form or button that started the checkout. */
  source: string;
  returnPages: ReturnPages;
  affiliateCode?: string | undefined;
  /** The signed-in caller; takes precedence over `newAccount`. */
  userId?: string | undefined;
  newAccount?: NewAccount | undefined;
  /** Used when there is neither a caller nor a new account. */
  guest?: (Pick<Guest, "secretHash" | "termsAccepted"> & { email: string }) | undefined;
};

type Outcome =
  | ({ kind: "opened" } & CheckoutPage)
  | { kind: "already-subscribed" }
  | { kind: "refused"; error: string };

/** The outcome, with the account if there is one, even when opening the page has failed. */
export type StartedCheckout = {
  account?: Account | undefined;
  sessionCookie?: string | undefined;
} & Outcome;

/**
 * Opens a checkout page for one buyer and replaces an older open one. When the provider fails, an account that the
 * request has opened stays, and the result says so.
 * @throws invalid without an email address, conflict, unavailable
 */
export async function startCheckout(
  deps: BillingDeps,
  request: StartCheckout,
): Promise<StartedCheckout> {
  const { userId, newAccount, guest } = request;
  if (guest && !userId && !newAccount) {
    const refusal = await findAddressRefusal(deps, { email: guest.email, emailVerified: false });
    if (refusal) return refusal;
    const page = openGuestPage(deps, request, guest);
    return { kind: "opened", ...(await withTimeout(deadlineMs, page)) };
  }
  const requestedAt = deps.clock.now();
  const buyer = await findBuyer(deps, request);
  try {
    const sold = sell(deps, buyer.account, { ...request, requestedAt });
    return { ...buyer, ...(await withTimeout(deadlineMs, sold)) };
  } catch (error) {
    if (userId) throw error;
    deps.report(error);
    const text = "There was a problem setting up payment. Please try again.";
    return { ...buyer, kind: "refused", error: text };
  }
}

async function findBuyer(
  { accounts }: BillingDeps,
  { userId, newAccount }: StartCheckout,
): Promise<{ account: Account; sessionCookie?: string }> {
  if (userId) return { account: await accounts.find(userId) };
  if (newAccount) return accounts.signUp(newAccount);
  const message = "Email is required for checkout";
  const issues = [{ path: "email", message }];
  throw new AppError("invalid", "email.required", message, { issues });
}

/** Fulfills a page that was just paid before it opens another one, so that nobody pays twice. */
async function sell(
  deps: BillingDeps,
  account: Account,
  request: StartCheckout & { requestedAt: Date },
): Promise<Outcome> {
  await closeCheckouts(deps, await deps.checkouts.findOpen(account.id));
  const refusal =
    (await findAddressRefusal(deps, account)) ??
    (await findRefusal(deps, account.id, request.plan));
  if (refusal) return refusal;
  try {
    return { kind: "opened", ...(await openPage(deps, account, request)) };
  } catch (error) {
    if (isErasedError(error)) await eraseRecords(deps, account.id);
    throw error;
  }
}

/** Refuses an address whose owner excluded themselves and then deleted the account. */
async function findAddressRefusal(
  { excludedAddresses, clock }: BillingDeps,
  { email, emailVerified }: Pick<Account, "email" | "emailVerified">,
): Promise<Extract<Outcome, { kind: "refused" }> | undefined> {
  const until = email && (await excludedAddresses.findEnd(email, clock.now()));
  return until ? { kind: "refused", error: excludedAddressText(until, emailVerified) } : undefined;
}

async function findRefusal(
  { subscriptions, clock, rules }: BillingDeps,
  userId: string,
  plan: Plan,
): Promise<Outcome | undefined> {
  const subscription = (await subscriptions.find(userId))?.state;
  if (!subscription) return undefined;
  if (isSelfExcluded(subscription, clock.now()))
    return { kind: "refused", error: selfExcludedText(subscription) };
  const isUpgrade = plan === "lifetime" && !hasLifetime(subscription);
  if (!isUpgrade && hasPaidSource(subscription, clock.now(), rules))
    return { kind: "already-subscribed" };
  if (plan !== "trial" || !subscription.trialUsedAt) return undefined;
  return {
    kind: "refused",
    error: "The free trial was already used on this account. Please choose another plan.",
  };
}

/**
 * Opens the only page of a buyer. A request counts from its start, even if the provider delays it, so the page of a
 * later request stays open.
 * @throws unavailable, not-found for an erased user
 */
async function openPage(
  deps: BillingDeps,
  account: Account,
  request: StartCheckout & { requestedAt: Date },
): Promise<CheckoutPage> {
  const { checkouts, subscriptions, provider, newId } = deps;
  const { returnPages, source, requestedAt } = request;
  const plan = findPlan(request.plan);
  const priceId = await provider.priceOf(plan);
  const checkout: Checkout = {
    id: newId("chk"),
    userId: account.id,
    plan: plan.id,
    source,
    status: "starting",
    createdAt: requestedAt,
    affiliateCode: request.affiliateCode ?? account.affiliateCode,
  };
  const { id: checkoutId } = checkout;
  // Stored before the first call to the provider, so that a crash leaves a record of it.
  await checkouts.create(checkout);
  const customerId = await findOrCreateCustomer(deps, account.id, account.email);
  const session = { checkoutId, userId: account.id, plan, priceId, customerId, returnPages };
  const page = await provider.openSession(session);
  await checkouts.open(checkoutId, page);
  // A deletion marks the user before it closes pages, and this check runs after the page is stored, so at least one
  // sees the other.
  const buyer = await subscriptions.find(account.id);
  if (buyer) assertNotErased(buyer.state);
  return keepNewest(deps, account.id, checkoutId, page);
}

/**
 * Of pages opened at the same moment the newest stays, and every caller gets that one. Only the newest closes the
 * others. A page that opens later sees the newer one and closes itself.
 */
async function keepNewest(
  deps: BillingDeps,
  userId: string,
  checkoutId: string,
  page: CheckoutPage,
): Promise<CheckoutPage> {
  const open = (await deps.checkouts.findOpen(userId)).toSorted(byAge);
  const newest = open.at(-1);
  const isNewest = newest?.id === checkoutId;
  await closeCheckouts(
    deps,
    open.filter(({ id }) => (id === checkoutId) !== isNewest),
  );
  if (!newest?.sessionId || !newest.url) return page;
  return { sessionId: newest.sessionId, url: newest.url };
}

function byAge(one: Checkout, other: Checkout): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
}

/** Opens a page for a guest. The purchase reaches an existing account only by the emailed link. */
async function openGuestPage(
  { checkouts, provider, clock, newId }: BillingDeps,
  request: StartCheckout,
  guest: NonNullable<StartCheckout["guest"]>,
): Promise<CheckoutPage> {
  const { returnPages, source, affiliateCode } = request;
  const plan = findPlan(request.plan);
  const priceId = await provider.priceOf(plan);
  const createdAt = clock.now();
  const checkoutId = newId("chk");
  await checkouts.create({
    id: checkoutId,
    plan: plan.id,
    source,
    status: "starting",
    createdAt,
    remindAt: forgetAt(createdAt),
    guest: { ...guest, mailed: 0 },
    affiliateCode,
  });
  const { email } = guest;
  const page = await provider.openSession({ checkoutId, email, plan, priceId, returnPages });
  await checkouts.open(checkoutId, page);
  return page;
}
