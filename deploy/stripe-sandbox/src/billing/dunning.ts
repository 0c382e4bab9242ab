import { refusal, type StripeError, stripeError } from "../http/stripe-error.ts";
import type { Invoice, PaymentMethod, Subscription } from "../objects/types.ts";
import { change, type World } from "../state/world.ts";
import { cancelNow } from "./cancel.ts";
import { cardOf } from "./cards.ts";
import {
  linkedIntent,
  markPaid,
  openInvoice,
  payInvoice,
  setDelinquent,
  subscriptionOf,
} from "./invoices.ts";
import { daySeconds } from "./periods.ts";

/** Days from each failed charge to the next attempt. The subscription is canceled after the last one. */
const retryDays = [3, 5, 7] as const;

/** The payment method of a subscription, or else its customer's default. */
export function payingMethod(
  { store }: World,
  subscription: Subscription | undefined,
  customer: string | null,
): PaymentMethod | undefined {
  const { invoice_settings: settings } = store.find("customer", customer) ?? {};
  const id = subscription?.default_payment_method ?? settings?.default_payment_method;
  return store.find("payment_method", id);
}

/**
 * `byHand`: not one of the scheduled attempts. `authenticated`: the cardholder confirmed the
 * payment.
 */
type Collecting = { byHand: boolean; authenticated: boolean };

/** Tries to collect an open invoice. A failure starts or continues the retries. */
export function collectInvoice(
  world: World,
  invoice: Invoice,
  { byHand, authenticated }: Collecting = { byHand: false, authenticated: false },
): Invoice {
  const subscription = subscriptionOf(world, invoice);
  if (invoice.amount_due > 0) {
    const method = payingMethod(world, subscription, invoice.customer);
    const payment = method && payInvoice(world, invoice, method, authenticated);
    if (payment?.kind !== "paid") {
      const action = payment?.kind === "needs_action" ? ["invoice.payment_action_required"] : [];
      const types = ["invoice.updated", ...action, "invoice.payment_failed"];
      // A failed manual attempt does not change the scheduled retries, unless it was the first attempt.
      return byHand && invoice.attempt_count > 0
        ? change(world, "invoice", invoice, { attempted: true }, ...types)
        : scheduleRetry(world, invoice, subscription, types);
    }
  }
  world.timers.cancel(invoice.id, "invoice.collect");
  const counts = invoice.amount_due > 0 && (!byHand || invoice.attempt_count === 0);
  const paid = markPaid(world, invoice, counts);
  setStatus(world, subscription, "active");
  return paid;
}

/** Writes an open invoice off. It is collected no more, but can still be paid by hand or voided. */
export function writeOff(world: World, invoice: Invoice): Invoice {
  world.timers.cancel(invoice.id, "invoice.collect");
  setStatus(world, subscriptionOf(world, invoice), "active");
  const { status_transitions } = invoice;
  const writtenOff = {
    status: "uncollectible",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...status_transitions, marked_uncollectible_at: world.clock.now() },
  } as const;
  const types = ["invoice.updated", "invoice.marked_uncollectible"];
  return change(world, "invoice", invoice, writtenOff, ...types);
}

/** Finalizes a draft invoice and tries to collect it. */
export function finalizeDraft(world: World, invoice: Invoice): Invoice {
  return collectInvoice(world, openInvoice(world, invoice));
}

/** Whether the paying card requires authentication. */
export function requiresAuthentication(world: World, invoice: Invoice): boolean {
  const method = payingMethod(world, subscriptionOf(world, invoice), invoice.customer);
  return method !== undefined && cardOf(world, method).charge === "authenticates";
}

/**
 * The refusal of a call whose invoice was not paid, with the failed payment. `action` is the error of a card that
 * requires authentication. `keeps` commits what the call did.
 */
export function paymentRefusal(
  world: World,
  invoice: Invoice,
  action: "authentication_required" | "subscription_authentication_required",
  keeps = false,
): StripeError {
  const payment_intent = linkedIntent(world, invoice);
  if (payment_intent?.status === "requires_action")
    return refusal(action, {}, { payment_intent, keeps });
  const error = payment_intent?.last_payment_error;
  const { charge, code, decline_code, payment_method } = error ?? {};
  const { message = "This customer has no payment method." } = error ?? {};
  const failed = { charge, code, decline_code, payment_intent, payment_method };
  return stripeError(402, message, { type: "card_error", keeps, ...failed });
}

function scheduleRetry(
  world: World,
  invoice: Invoice,
  subscription: Subscription | undefined,
  types: string[],
): Invoice {
  world.timers.cancel(invoice.id, "invoice.collect");
  const attempt_count = invoice.attempt_count + 1;
  const days = retryDays[attempt_count - 1];
  const isFirst = subscription?.status === "incomplete";
  const next = days === undefined || isFirst ? null : world.clock.now() + days * daySeconds;
  const tried = { attempted: true, attempt_count, next_payment_attempt: next };
  const failed = change(world, "invoice", invoice, tried, ...types);
  setDelinquent(world, invoice, true);
  if (isFirst) return failed; // Expires after 23 hours unless it is paid by hand.
  if (next !== null) world.timers.schedule("invoice.collect", invoice.id, next);
  if (subscription?.status === "canceled") return failed;
  if (subscription && next === null) cancelNow(world, subscription, { reason: "payment_failed" });
  else setStatus(world, subscription, "past_due");
  return failed;
}

function setStatus(
  world: World,
  subscription: Subscription | undefined,
  status: "active" | "past_due",
) {
  if (!subscription || subscription.status === "canceled" || subscription.status === status) return;
  change(world, "subscription", subscription, { status }, "customer.subscription.updated");
}
