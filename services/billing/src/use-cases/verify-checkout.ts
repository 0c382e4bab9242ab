import { isKind } from "@orbline/kit/errors";
import { accessOf } from "../domain/access.ts";
import type { Checkout } from "../domain/checkout.ts";
import type { Plan } from "../domain/plans.ts";
import { isBuyer, type Viewer } from "../domain/viewer.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

/** What the success page may say; the last group of fields is for the buyer alone. */
export type VerifiedCheckout = {
  success: boolean;
  error?: string;
  buyer?: { userId?: string; email?: string; plan: Plan; tier?: string };
};

type Deps = Pick<BillingDeps, "checkouts" | "accounts" | "clock" | "rules"> & {
  fulfil: (sessionId: string) => Promise<Fulfilment>;
};

const deadlineMs = 20_000;

const refusalTexts = {
  "trial-used":
    "This card or account has already had a free trial. Nothing was charged; please choose the monthly plan.",
  unclaimed:
    "This purchase was not claimed by its mailed link in time. It was canceled and refunded.",
  erased: "This account was deleted. The payment was canceled and refunded.",
  duplicate:
    "You already have an active subscription. This second payment was canceled and refunded.",
} as const;

const notPaid = "The payment for this checkout is not complete.";
const ended = "This subscription is no longer active.";

type Fulfilled = Extract<Fulfilment, { kind: "fulfilled" }>;

const findRefusal = ({ subscription, session }: Fulfilled) => {
  const boughtId = session.subscription?.id ?? session.paymentId;
  return subscription.refusals.find(({ objectId }) => objectId === boughtId)?.reason;
};

/** What went back once gives nothing, whatever else the buyer has. */
const accessBy = ({ clock, rules }: Deps, { subscription, session }: Fulfilled) => {
  const { entitled, tier } = accessOf(subscription, clock.now(), rules);
  return { entitled: entitled && !session.isTakenBack, tier };
};

const tellBuyer = async (deps: Deps, fulfilled: Fulfilled): Promise<VerifiedCheckout> => {
  const refusal = findRefusal(fulfilled);
  if (refusal) return { success: false, error: refusalTexts[refusal] };
  const { entitled, tier } = accessBy(deps, fulfilled);
  const { userId, plan } = fulfilled.checkout;
  const { email } = await deps.accounts.find(userId);
  const buyer = { userId, plan, tier, ...(email && { email }) };
  return { success: entitled, ...(!entitled && { error: ended }), buyer };
};

/** Paid, and an account that exists has the address: no more is told than who paid has typed. */
const tellGuest = (checkout: Checkout, viewer: Viewer): VerifiedCheckout => {
  const { plan, guest } = checkout;
  if (guest?.abandonedAt) return { success: false, error: refusalTexts.unclaimed };
  if (!isBuyer(checkout, viewer)) return { success: true };
  return { success: true, buyer: { plan, ...(guest?.email && { email: guest.email }) } };
};

const unknownAtProvider = (error: unknown): Fulfilment => {
  if (isKind(error, "not-found")) return { kind: "unknown" };
  throw error;
};

/** Gives a paid session its effect and says how it stands; who is not the buyer learns `success` alone. */
export const verifyCheckout =
  (deps: Deps) =>
  async (sessionId: string, viewer: Viewer): Promise<VerifiedCheckout> => {
    // the provider is not asked for the guesses of strangers: a page's session is stored before it is shown
    const isKnown = await deps.checkouts.findBySession(sessionId);
    const fulfilment = isKnown
      ? await within(deadlineMs, deps.fulfil(sessionId)).catch(unknownAtProvider)
      : ({ kind: "unknown" } as const);
    if (fulfilment.kind === "unknown")
      return { success: false, error: "This checkout session is not known." };
    if (fulfilment.kind === "turned-away") return { success: false, error: refusalTexts.erased };
    if (fulfilment.kind === "unpaid") return { success: false, error: notPaid };
    if (fulfilment.kind === "unclaimed") return tellGuest(fulfilment.checkout, viewer);
    if (isBuyer(fulfilment.checkout, viewer)) return tellBuyer(deps, fulfilment);
    return { success: accessBy(deps, fulfilment).entitled && !findRefusal(fulfilment) };
  };
