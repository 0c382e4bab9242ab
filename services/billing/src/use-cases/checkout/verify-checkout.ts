import { isKind } from "@orbline/kit/errors";
import { type Checkout, isBuyer, type Viewer } from "../../domain/checkout.ts";
import type { Plan } from "../../domain/plans.ts";
import { accessOf } from "../../domain/subscription/access.ts";
import type { CheckoutSession } from "../payment-provider.ts";
import type { BillingDeps } from "../ports.ts";
import { withTimeout } from "../provider-calls.ts";
import { fulfillCheckout, type Fulfillment } from "./fulfill-checkout.ts";

/** The content of the success page; `buyer` is set for the buyer alone. */
export type VerifiedCheckout = {
  success: boolean;
  error?: string | undefined;
  trialUsed?: true | undefined;
  buyer?:
    | {
        userId?: string | undefined;
        email?: string | undefined;
        plan: Plan;
        tier?: string | undefined;
        /** A link to set a password is mailed to this guest. */
        passwordLink?: true | undefined;
      }
    | undefined;
};

type Fulfilled = Extract<Fulfillment, { kind: "fulfilled" }>;

const deadlineMs = 20_000;

const refusalTexts = {
  "trial-used":
    "This card or account has already had a free trial. Nothing was charged; please choose the monthly plan.",
  unclaimed:
    "This purchase was not claimed in time through the emailed link. It was canceled and refunded.",
  erased: "This account was deleted. The payment was canceled and refunded.",
  "self-excluded":
    "You have excluded yourself, so you cannot buy a plan. This purchase was canceled and any payment refunded.",
  duplicate:
    "You already have an active subscription. This second payment was canceled and refunded.",
} as const;

/** Fulfills a paid session and returns its result. A viewer who is not the buyer gets `success` alone. */
export async function verifyCheckout(
  deps: BillingDeps,
  sessionId: string,
  viewer: Viewer,
): Promise<VerifiedCheckout> {
  // A page's session is stored before the page is shown, so an unknown id never reaches the provider.
  const isKnown = await deps.checkouts.findBySession(sessionId);
  const unknown = { kind: "unknown-session" } as const;
  const fulfill = () => fulfillCheckout(deps, sessionId);
  // The buyer may pay at any moment, so an unpaid session is asked for again.
  const fulfilling = isKnown && deps.share(`fulfillment:${sessionId}`, fulfill, isFinal);
  const fulfillment =
    (fulfilling && (await ifKnown(withTimeout(deadlineMs, fulfilling)))) || unknown;
  switch (fulfillment.kind) {
    case "unknown-session":
      return { success: false, error: "This checkout session is not known." };
    case "erased":
      return { success: false, error: refusalTexts.erased };
    case "unpaid":
      return { success: false, error: "The payment for this checkout is not complete." };
    case "unclaimed":
      return verifyGuest(fulfillment.checkout, viewer);
    case "fulfilled":
      if (isBuyer(fulfillment.checkout, viewer)) return verifyBuyer(deps, fulfillment);
      return { success: accessBy(deps, fulfillment).entitled && !findRefusal(fulfillment) };
  }
}

/** The purchase of a session, for the buyer alone. Any other viewer gets only whether it was paid. */
export async function getSubscriptionDetails(
  { provider, checkouts, share }: Pick<BillingDeps, "provider" | "checkouts" | "share">,
  sessionId: string,
  viewer: Viewer,
): Promise<{ success: boolean; details?: ReturnType<typeof toDetails> }> {
  const checkout = await checkouts.findBySession(sessionId);
  if (!checkout) return { success: false };
  const finding = share(
    `session:${sessionId}`,
    () => provider.findSession(sessionId),
    ({ isComplete, isPaid }) => isComplete && isPaid,
  );
  const session = await ifKnown(withTimeout(deadlineMs, finding));
  if (!session) return { success: false };
  const success = session.isComplete && session.isPaid;
  if (!success || !isBuyer(checkout, viewer)) return { success };
  return { success, details: toDetails(checkout.plan, session) };
}

async function verifyBuyer(deps: BillingDeps, fulfilled: Fulfilled): Promise<VerifiedCheckout> {
  const refusal = findRefusal(fulfilled);
  const trialUsed = refusal === "trial-used" || undefined;
  if (refusal) return { success: false, error: refusalTexts[refusal], trialUsed };
  const { entitled, tier } = accessBy(deps, fulfilled);
  const { userId, plan } = fulfilled.checkout;
  const { email, hasPassword } = await deps.accounts.find(userId);
  const error = entitled ? undefined : "This subscription is no longer active.";
  const passwordLink = !hasPassword || undefined;
  return { success: entitled, error, buyer: { userId, plan, tier, email, passwordLink } };
}

/** A guest whose address belongs to an account sees only what the guest has entered. */
function verifyGuest(checkout: Checkout, viewer: Viewer): VerifiedCheckout {
  const { plan, guest } = checkout;
  if (guest?.abandonedAt) return { success: false, error: refusalTexts.unclaimed };
  if (!isBuyer(checkout, viewer)) return { success: true };
  return { success: true, buyer: { plan, email: guest?.email, passwordLink: true } };
}

/** A reversed payment gives no access, whatever else the buyer owns. */
function accessBy({ clock, rules }: BillingDeps, { subscription, session }: Fulfilled) {
  const { entitled, tier } = accessOf(subscription, clock.now(), rules);
  return { entitled: entitled && !session.isReversed, tier };
}

function findRefusal({ subscription, session }: Fulfilled) {
  const boughtId = session.subscription?.id ?? session.paymentId;
  return subscription.refusals.find(({ objectId }) => objectId === boughtId)?.reason;
}

/** Plan, status and paid period. A single payment is active from its date. */
function toDetails(plan: string, { subscription, createdAt }: CheckoutSession) {
  const {
    status = "active",
    periodStart = createdAt,
    periodEnd,
    nextAttemptAt,
  } = subscription ?? {};
  return { plan, status, periodStart, periodEnd, nextAttemptAt };
}

async function ifKnown<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isKind(error, "not-found")) return undefined;
    throw error;
  }
}

function isFinal({ kind }: Fulfillment): boolean {
  return kind !== "unpaid";
}
