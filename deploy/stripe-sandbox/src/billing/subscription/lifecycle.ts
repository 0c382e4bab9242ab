import { change, emit } from "../../state/events.ts";
import type { Subscription } from "../../state/objects.ts";
import type { Timer } from "../../state/timers.ts";
import type { World } from "../../state/world.ts";
import { announceRenewal, cycle } from "./cycle.ts";
import { expireUnpaid } from "./create.ts";
import { openDispute } from "../payment/disputes.ts";
import { collectInvoice, finalizeDraft } from "./dunning.ts";
import { settleRefund } from "../payment/refunds.ts";

/** Expires an open checkout session. */
export function expireCheckout(world: World, id: string) {
  const session = world.store.find("checkout.session", id);
  if (session?.status !== "open") return session;
  world.timers.cancel("checkout.expire", id);
  const expired = change(world, "checkout.session", session, { status: "expired", url: null });
  emit(world, "checkout.session.expired", expired);
  return expired;
}

const timerHandlers: Record<Timer["kind"], (world: World, ref: string) => unknown> = {
  "checkout.expire": expireCheckout,
  "subscription.trial_will_end": withSubscription((world, found) => {
    if (found.status === "trialing") emit(world, "customer.subscription.trial_will_end", found);
  }),
  "subscription.upcoming": withSubscription(announceRenewal),
  "subscription.cycle": withSubscription(cycle),
  "subscription.give_up": withSubscription(expireUnpaid),
  "invoice.finalize": (world, id) => {
    const invoice = world.store.find("invoice", id);
    if (invoice?.status === "draft") finalizeDraft(world, invoice);
  },
  "invoice.collect": (world, id) => {
    const invoice = world.store.find("invoice", id);
    if (invoice?.status === "open") collectInvoice(world, invoice);
  },
  "charge.dispute": (world, id) => {
    const charge = world.store.find("charge", id);
    if (charge?.disputed === false) openDispute(world, charge);
  },
  "refund.settle": (world, id) => {
    const refund = world.store.find("refund", id);
    if (refund) settleRefund(world, refund);
  },
};

/**
 * Runs every transition due at or before `until` in order. During each one the clock shows its
 * due time. @returns the number of transitions.
 */
export function runDue(world: World, until: number): number {
  const step = () =>
    world.database.transaction(() => {
      const timer = world.timers.takeDue(until);
      if (timer) world.clock.during(timer.due, () => timerHandlers[timer.kind](world, timer.ref));
      return timer !== undefined;
    });
  let ran = 0;
  while (step()) ran += 1;
  return ran;
}

/** Moves the clock to a Unix second and runs every transition in between, in one transaction. */
export function advanceTo(world: World, until: number): number {
  return world.database.transaction(() => {
    const ran = runDue(world, until);
    world.clock.moveTo(until);
    return ran;
  });
}

function withSubscription(run: (world: World, subscription: Subscription) => void) {
  return (world: World, id: string) => {
    const found = world.store.find("subscription", id);
    if (found) run(world, found);
  };
}
