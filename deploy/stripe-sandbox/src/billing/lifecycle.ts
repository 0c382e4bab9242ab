import type { Kind, Stored } from "../objects/types.ts";
import type { Timer } from "../state/clock.ts";
import { change, emit, type World } from "../state/world.ts";
import { cancelNow } from "./cancel.ts";
import { announceRenewal, cycle } from "./cycle.ts";
import { collectInvoice, finalizeDraft } from "./dunning.ts";
import { daySeconds, hourSeconds } from "./periods.ts";
import { openDispute, settleRefund } from "./refunds.ts";
import { expireUnpaid } from "./subscriptions.ts";

const maxWaitSeconds = 3 * daySeconds;

/** Expires an open checkout session. */
export function expireCheckout(world: World, session: Stored["checkout.session"]) {
  if (session.status !== "open") return session;
  world.timers.cancel(session.id, "checkout.expire");
  const expired = { status: "expired", url: null } as const;
  return change(world, "checkout.session", session, expired, "checkout.session.expired");
}

const timerHandlers: Record<Timer["kind"], (world: World, ref: string) => void> = {
  "checkout.expire": withObject("checkout.session", expireCheckout),
  "subscription.trial_will_end": withObject("subscription", (world, found) => {
    if (found.status === "trialing") emit(world, "customer.subscription.trial_will_end", found);
  }),
  "subscription.upcoming": withObject("subscription", announceRenewal),
  "subscription.cycle": withObject("subscription", cycle),
  "subscription.end": withObject("subscription", (world, found) => {
    const { status, cancel_at: at, cancel_at_period_end: flag } = found;
    if (status !== "canceled" && !flag && at !== null && at <= world.clock.now())
      cancelNow(world, found);
  }),
  "subscription.give_up": withObject("subscription", expireUnpaid),
  "invoice.finalize": withObject("invoice", (world, invoice) => {
    if (invoice.status !== "draft") return;
    if (!isUnanswered(world, invoice)) finalizeDraft(world, invoice);
    else world.timers.schedule("invoice.finalize", invoice.id, world.clock.now() + hourSeconds);
  }),
  "invoice.collect": withObject("invoice", (world, invoice) => {
    if (invoice.status === "open") collectInvoice(world, invoice);
  }),
  "charge.dispute": withObject("charge", (world, charge) => {
    if (!charge.disputed) openDispute(world, charge);
  }),
  "refund.settle": withObject("refund", settleRefund),
};

/**
 * Runs every transition of a clock that is due at or before `until`, in order. During each one the clock shows its
 * due time. @returns the number of transitions.
 */
export function runDue(world: World, until: number, testClock = ""): number {
  const step = () =>
    world.database.transaction(() => {
      const timer = world.timers.takeDue(until, testClock);
      if (!timer) return false;
      const run = () => timerHandlers[timer.kind](world, timer.ref);
      world.clock.during(timer.due, run, testClock);
      return true;
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

/** With the switch, an invoice waits up to 72 hours for a 2xx to its `invoice.created`, as at Stripe. */
function isUnanswered({ store, deliveries, clock }: World, invoice: Stored["invoice"]): boolean {
  if (!deliveries.switches().draftsWait) return false;
  if (clock.now() >= invoice.created + maxWaitSeconds) return false;
  const created = store.first("event", { type: "invoice.created", "data.object.id": invoice.id });
  return created !== undefined && deliveries.isDropped(created.id);
}

function withObject<K extends Kind>(kind: K, run: (world: World, object: Stored[K]) => void) {
  return (world: World, id: string) => {
    const found = world.store.find(kind, id);
    if (found) run(world, found);
  };
}
