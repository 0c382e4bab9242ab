import { stripeError } from "../../http/stripe-error.ts";
import { newSubscription } from "../../shapes/subscription.ts";
import { change, create, emit } from "../../state/events.ts";
import type { Customer, Invoice, PaymentMethod, Price, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { scheduleCycle } from "./cycle.ts";
import { collectInvoice } from "./dunning.ts";
import { draftInvoice, markPaid, openInvoice, payInvoice } from "./invoicing.ts";
import { daySeconds, hourSeconds, periodEndAfter } from "./periods.ts";

/** Stripe expires a subscription if its first payment is not made within this time. */
const expiryHours = 23;

/** `trialDays` 0 means no trial. */
type NewSubscription = {
  customer: Customer;
  price: Price;
  quantity: number;
  trialDays: number;
  missingPaymentMethod: "cancel" | "create_invoice" | "pause";
  method: PaymentMethod | null;
  description: string | null;
  metadata: Record<string, string>;
};

/** Starts a subscription from a checkout. The caller has checked that the card pays. */
export function startPaid(world: World, wanted: NewSubscription) {
  const { started, shape, isDue, opened } = open(world, wanted);
  if (isDue && wanted.method) payInvoice(world, opened, wanted.method, true);
  const invoice = markPaid(world, opened);
  return { subscription: begin(world, started, shape.status, invoice.id), invoice };
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
  const { started, shape, isDue, opened } = open(world, wanted);
  if (!isDue) return begin(world, started, shape.status, markPaid(world, opened).id);
  const pending = change(world, "subscription", started, { latest_invoice: opened.id });
  const isPaid = collectInvoice(world, opened).status === "paid";
  if (!isPaid && mustPay)
    throw stripeError(402, "Your card was declined.", {
      type: "card_error",
      code: "card_declined",
    });
  scheduleCycle(world, pending);
  const expiresAt = world.clock.now() + expiryHours * hourSeconds;
  if (!isPaid) world.timers.schedule("subscription.give_up", pending.id, expiresAt);
  return world.store.find("subscription", pending.id) ?? pending;
}

/** Expires a subscription if its first invoice was never paid. */
export function expireUnpaid(world: World, subscription: Subscription): void {
  if (subscription.status !== "incomplete") return;
  const invoice = world.store.find("invoice", subscription.latest_invoice ?? "");
  if (invoice)
    change(world, "invoice", invoice, { status: "void", auto_advance: false }, "invoice.voided");
  const status = "incomplete_expired" as const;
  change(world, "subscription", subscription, { status }, "customer.subscription.updated");
}

function open(world: World, wanted: NewSubscription) {
  const shape = shapeOf(world, wanted);
  const isDue = shape.status === "active";
  const status = isDue ? ("incomplete" as const) : shape.status;
  const started = create(
    world,
    "subscription",
    { ...shape, status },
    "customer.subscription.created",
  );
  return { started, shape, isDue, opened: firstInvoice(world, started, wanted.customer) };
}

function begin(
  world: World,
  started: Subscription,
  status: Subscription["status"],
  invoice: string,
) {
  const patch = { status, latest_invoice: invoice };
  const begun = change(world, "subscription", started, patch);
  if (started.status !== status)
    emit(world, "customer.subscription.updated", begun, {
      status: started.status,
      latest_invoice: null,
    });
  scheduleCycle(world, begun);
  return begun;
}

function shapeOf(world: World, wanted: NewSubscription): Subscription {
  const created = world.clock.now();
  const { customer, price, method, trialDays } = wanted;
  const trialEnd = trialDays > 0 ? created + trialDays * daySeconds : null;
  return newSubscription({
    created,
    customer: customer.id,
    price,
    quantity: wanted.quantity,
    periodEnd: trialEnd ?? periodEndAfter(created, created, price.recurring),
    trialEnd,
    missingPaymentMethod: wanted.missingPaymentMethod,
    paymentMethod: method?.id ?? null,
    description: wanted.description,
    metadata: wanted.metadata,
  });
}

function firstInvoice(world: World, subscription: Subscription, customer: Customer): Invoice {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${subscription.id} has no item`);
  const { price, quantity = 1 } = item;
  const name = world.store.find("product", price.product)?.name ?? price.id;
  const isTrial = subscription.trial_end !== null;
  const draft = draftInvoice(world, {
    created: world.clock.now(),
    customer,
    subscription,
    reason: "subscription_create",
    currency: subscription.currency,
    lines: [
      {
        price,
        quantity,
        amount: isTrial ? 0 : (price.unit_amount ?? 0) * quantity,
        description: `${isTrial ? "Trial period for " : ""}${name}`,
        start: item.current_period_start,
        end: item.current_period_end,
      },
    ],
  });
  return openInvoice(world, draft);
}
