import { change, emit } from "../../state/events.ts";
import type { Invoice, PaymentMethod, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { cancelNow } from "./cancel.ts";
import { markPaid, openInvoice, payInvoice, subscriptionOf } from "./invoicing.ts";
import { cardOf } from "../payment/payments.ts";
import { daySeconds } from "./periods.ts";

/** Days from each failed charge to the next attempt. After the last one follows a cancellation. */
const retryDays = [3, 5, 7] as const;

/** The payment method of a subscription, or else its customer's default. */
export function payingMethod(
  world: World,
  subscription: Subscription | undefined,
  customer: string | null,
): PaymentMethod | undefined {
  const owner = customer === null ? undefined : world.store.find("customer", customer);
  const id =
    subscription?.default_payment_method ?? owner?.invoice_settings.default_payment_method ?? null;
  return id === null ? undefined : world.store.find("payment_method", id);
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
    const failed = byHand && invoice.attempt_count > 0 ? triedByHand : notPaid;
    if (payment?.kind !== "paid") return failed(world, invoice, payment?.kind === "needs_action");
  }
  world.timers.cancel("invoice.collect", invoice.id);
  const paid = markPaid(world, invoice, byHand);
  setStatus(world, subscription, "active");
  return paid;
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
 * A failed manual attempt does not change the scheduled retries, unless it was the first attempt.
 */
function triedByHand(world: World, invoice: Invoice, needsAction: boolean): Invoice {
  const tried = change(world, "invoice", invoice, { attempted: true });
  if (needsAction) emit(world, "invoice.payment_action_required", tried);
  emit(world, "invoice.payment_failed", tried);
  return tried;
}

function notPaid(world: World, invoice: Invoice, needsAction: boolean): Invoice {
  world.timers.cancel("invoice.collect", invoice.id);
  const attempts = invoice.attempt_count + 1;
  const days = retryDays[attempts - 1];
  const isFirst = subscriptionOf(world, invoice)?.status === "incomplete";
  const next = days === undefined || isFirst ? null : world.clock.now() + days * daySeconds;
  const failed = change(world, "invoice", invoice, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: next,
  });
  if (needsAction) emit(world, "invoice.payment_action_required", failed);
  emit(world, "invoice.payment_failed", failed);
  const subscription = subscriptionOf(world, invoice);
  if (isFirst) return failed; // expires after 23 hours unless it is paid by hand
  if (next !== null) world.timers.schedule("invoice.collect", invoice.id, next);
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
