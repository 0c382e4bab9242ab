import { build } from "../objects/build.ts";
import { nameOf, planOf } from "../objects/catalog.ts";
import type {
  CheckoutRecord,
  Invoice,
  PaymentMethod,
  Price,
  Subscription,
} from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import { voidInvoice } from "./cancel.ts";
import { scheduleCycle } from "./cycle.ts";
import { collectInvoice, paymentRefusal } from "./dunning.ts";
import { fullLine, markPaid, newInvoice, openInvoice } from "./invoices.ts";
import { daySeconds, hourSeconds, itemOf, periodEndAfter } from "./periods.ts";

/** Stripe expires a subscription if its first payment is not made within this time. */
const expiryHours = 23;

/** `trialDays` 0 means no trial. */
type NewSubscription = {
  customer: string;
  price: Price;
  quantity: number;
  method: PaymentMethod | null;
} & Pick<CheckoutRecord, "trialDays" | "missingPaymentMethod" | "description" | "metadata">;

/**
 * Starts a subscription over the API. If the first invoice cannot be paid, the subscription is
 * incomplete. @throws a Stripe error 402 instead with `mustPay`.
 */
export function startUnattended(
  world: World,
  wanted: NewSubscription,
  { mustPay }: { mustPay: boolean },
): Subscription {
  const { subscription, invoice } = openSubscription(world, wanted, { isPaid: false });
  const { id, status } = subscription;
  if (status !== "incomplete") {
    markPaid(world, invoice);
    return beginSubscription(world, subscription);
  }
  const tried = collectInvoice(world, invoice);
  const isPaid = tried.status === "paid";
  if (!isPaid && mustPay)
    throw paymentRefusal(world, tried, "subscription_authentication_required");
  scheduleCycle(world, subscription);
  const expiresAt = world.clock.now() + expiryHours * hourSeconds;
  if (!isPaid) world.timers.schedule("subscription.give_up", id, expiresAt);
  return world.store.find("subscription", id) ?? subscription;
}

/** Expires a subscription if its first invoice was never paid. */
export function expireUnpaid(world: World, subscription: Subscription): void {
  if (subscription.status !== "incomplete") return;
  const invoice = world.store.find("invoice", subscription.latest_invoice);
  if (invoice) voidInvoice(world, invoice);
  const status = "incomplete_expired";
  change(world, "subscription", subscription, { status }, "customer.subscription.updated");
}

/** Stores the subscription, incomplete unless it is paid or a trial, and its open first invoice. */
export function openSubscription(
  world: World,
  wanted: NewSubscription,
  { isPaid }: { isPaid: boolean },
): { subscription: Subscription; invoice: Invoice } {
  const built = newSubscription(world, wanted);
  const item = itemOf(built);
  const line = fullLine(world, item, item.current_period_start, item.current_period_end);
  const description = `Trial period for ${nameOf(world, item.price)}`;
  const lines = [built.trial_end === null ? line : { ...line, amount: 0, description }];
  const draft = newInvoice(world, built, { reason: "subscription_create", lines });
  const status = built.status === "incomplete" && isPaid ? "active" : built.status;
  const first = { ...built, latest_invoice: draft.id, status };
  const subscription = create(world, "subscription", first, "customer.subscription.created");
  return {
    subscription,
    invoice: openInvoice(world, create(world, "invoice", draft, "invoice.created")),
  };
}

/** A subscription to one price that is trialing or waits for its first payment. */
export function newSubscription(world: World, wanted: NewSubscription): Subscription {
  const { price, trialDays, quantity, method } = wanted;
  const now = world.clock.now();
  const trialEnd = trialDays > 0 ? now + trialDays * daySeconds : null;
  const fields = {
    billing_cycle_anchor: trialEnd ?? now,
    currency: price.currency,
    customer: wanted.customer,
    default_payment_method: method?.id ?? null,
    description: wanted.description,
    metadata: wanted.metadata,
    status: trialEnd === null ? "incomplete" : "trialing",
    test_clock: world.clock.testClock() || null,
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  } as const;
  const subscription = build(world, "subscription", fields, {
    missing_payment_method: wanted.missingPaymentMethod,
  });
  subscription.items.data = [
    build(world, "subscription_item", {
      current_period_end: trialEnd ?? periodEndAfter(now, now, price.recurring),
      current_period_start: now,
      plan: planOf(world, price),
      price,
      quantity,
      subscription: subscription.id,
    }),
  ];
  return subscription;
}

/** Activates a subscription whose first invoice is paid. */
export function beginSubscription(world: World, started: Subscription): Subscription {
  const active = { status: "active" } as const;
  const begun =
    started.status === "incomplete"
      ? change(world, "subscription", started, active, "customer.subscription.updated")
      : started;
  scheduleCycle(world, begun);
  return begun;
}
