import { stripeError } from "../../http/stripe-error.ts";
import { newInvoice } from "../../shapes/invoice.ts";
import { change } from "../../state/events.ts";
import type { Invoice, Price, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { renewalPreview, scheduleCycle } from "./cycle.ts";
import { collectInvoice } from "./dunning.ts";
import { draftInvoice, openInvoice } from "./invoicing.ts";
import { type ChangedPlan, changePlan, type PlanChange } from "./plan-change.ts";

/**
 * Changes a subscription's plan and collects the amount due. If the payment fails, the
 * subscription becomes past due. @throws a Stripe error 402 instead with `mustPay`.
 */
export function updatePlan(
  world: World,
  current: Subscription,
  wanted: PlanChange,
  { patch, mustPay }: { patch: Partial<Subscription>; mustPay: boolean },
): Subscription {
  const plan = changed(world, { ...current, ...patch }, wanted);
  const { next, lines } = plan;
  const draft =
    lines.length > 0
      ? draftInvoice(world, { ...invoiceInput(world, plan), reason: "subscription_update" })
      : undefined;
  const updated = change(
    world,
    "subscription",
    current,
    { ...next, latest_invoice: draft?.id ?? current.latest_invoice },
    "customer.subscription.updated",
  );
  if (!draft) return updated;
  restartTimers(world, updated);
  const invoice = collectInvoice(world, openInvoice(world, draft));
  if (mustPay && invoice.status !== "paid") throw notPaid(invoice);
  return world.store.find("subscription", current.id) ?? updated;
}

/** The immediate invoice of a change of plan, or else the next renewal invoice. */
export function previewPlan(
  world: World,
  current: Subscription,
  wanted: PlanChange | undefined,
): Invoice {
  const plan = wanted ? changed(world, current, wanted) : { next: current, lines: [] };
  return plan.lines.length > 0
    ? newInvoice({ ...invoiceInput(world, plan), reason: "upcoming" })
    : renewalPreview(world, plan.next);
}

function changed(world: World, current: Subscription, wanted: PlanChange): ChangedPlan {
  return changePlan(current, wanted, {
    now: world.clock.now(),
    nameOf: (price: Price) => world.store.find("product", price.product)?.name ?? price.id,
  });
}

function invoiceInput(world: World, { next, lines }: ChangedPlan) {
  return {
    created: world.clock.now(),
    customer: world.store.find("customer", next.customer) ?? null,
    subscription: next,
    currency: next.currency,
    lines,
  };
}

function restartTimers(world: World, subscription: Subscription) {
  for (const kind of ["cycle", "upcoming", "trial_will_end"] as const)
    world.timers.cancel(`subscription.${kind}`, subscription.id);
  scheduleCycle(world, subscription);
}

function notPaid(invoice: Invoice) {
  return stripeError(
    402,
    `The subscription was not changed, because ${invoice.amount_due} cents could not be charged.`,
    { type: "card_error", code: "card_declined" },
  );
}
