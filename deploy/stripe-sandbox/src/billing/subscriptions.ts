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
import { scheduleCycle } from "./cycle.ts";
import { collectInvoice, paymentRefusal } from "./dunning.ts";
import { draftInvoice, fullLine, markPaid, openInvoice, payInvoice } from "./invoices.ts";
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

/** Starts a subscription from a checkout. The caller has checked that the card pays. */
export function startPaid(world: World, wanted: NewSubscription) {
  const { started, opened } = open(world, wanted);
  if (started.status === "incomplete" && wanted.method)
    payInvoice(world, opened, wanted.method, true);
  const invoice = markPaid(world, opened);
  return { subscription: begin(world, started, invoice), invoice };
}

/**
 * Starts a subscription over the API. If the first invoice cannot be paid, the subscription is
 * incomplete. @throws a Stripe error 402 instead with `mustPay`.
 */
export function startUnattended(
  world: World,
  wanted: NewSubscription,
  { mustPay }: { mustPay: boolean },
): Subscription {
  const { started, opened } = open(world, wanted);
  if (started.status !== "incomplete") return begin(world, started, markPaid(world, opened));
  const pending = change(world, "subscription", started, { latest_invoice: opened.id });
  const tried = collectInvoice(world, opened);
  const isPaid = tried.status === "paid";
  if (!isPaid && mustPay)
    throw paymentRefusal(world, tried, "subscription_authentication_required");
  scheduleCycle(world, pending);
  const expiresAt = world.clock.now() + expiryHours * hourSeconds;
  if (!isPaid) world.timers.schedule("subscription.give_up", pending.id, expiresAt);
  return world.store.find("subscription", pending.id) ?? pending;
}

/** Expires a subscription if its first invoice was never paid. */
export function expireUnpaid(world: World, subscription: Subscription): void {
  if (subscription.status !== "incomplete") return;
  const invoice = world.store.find("invoice", subscription.latest_invoice);
  const voided = { status: "void", auto_advance: false } as const;
  if (invoice) change(world, "invoice", invoice, voided, "invoice.updated", "invoice.voided");
  const status = "incomplete_expired";
  change(world, "subscription", subscription, { status }, "customer.subscription.updated");
}

/** Stores the subscription, incomplete if a payment is due, and its open first invoice. */
function open(world: World, wanted: NewSubscription): { started: Subscription; opened: Invoice } {
  const built = newSubscription(world, wanted);
  const started = create(world, "subscription", built, "customer.subscription.created");
  const item = itemOf(started);
  const line = fullLine(world, item, item.current_period_start, item.current_period_end);
  const description = `Trial period for ${nameOf(world, item.price)}`;
  const lines = [started.trial_end === null ? line : { ...line, amount: 0, description }];
  const draft = draftInvoice(world, started, { reason: "subscription_create", lines });
  return { started, opened: openInvoice(world, draft) };
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

function begin(world: World, started: Subscription, { id: latest_invoice }: Invoice): Subscription {
  const isActivated = started.status === "incomplete";
  const status = isActivated ? "active" : started.status;
  const types = isActivated ? ["customer.subscription.updated"] : [];
  const begun = change(world, "subscription", started, { status, latest_invoice }, ...types);
  scheduleCycle(world, begun);
  return begun;
}
