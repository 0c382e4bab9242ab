import type { Dispute, ProviderPayment } from "../domain/payment/payment.ts";
import type { Effect } from "../domain/effects.ts";
import type { ProviderSnapshot } from "../domain/subscription/subscription.ts";
import { day, later, payment, snapshot } from "./fixtures.ts";

/** Actions at the provider. An impossible action changes nothing. */
export type Action =
  | "subscribe"
  | "subscribe to a trial"
  | "buy lifetime"
  | "renew"
  | "fail a charge"
  | "stop"
  | "resume"
  | "end"
  | "refund a part"
  | "refund all"
  | "dispute"
  | "win the dispute"
  | "lose the dispute";

export const actions: Action[] = [
  "subscribe",
  "subscribe to a trial",
  "buy lifetime",
  "renew",
  "fail a charge",
  "stop",
  "resume",
  "end",
  "refund a part",
  "refund all",
  "dispute",
  "win the dispute",
  "lose the dispute",
];

/** A changed object. */
export type Changed = { kind: "subscription" | "payment"; id: string };

const lifetimeId = "pi_lifetime";

/** A payment provider in memory, for one customer with one subscription at a time. */
export const fakeProvider = () => {
  const subscriptions = new Map<string, ProviderSnapshot>();
  const payments = new Map<string, ProviderPayment>();
  let moment = 0;
  const now = () => later(moment);
  const live = () => [...subscriptions.values()].findLast(({ status }) => status !== "canceled");
  const newest = () => [...payments.values()].at(-1);
  const about = (kind: Changed["kind"], id: string): Changed[] => [{ kind, id }];

  const put = (fields: Partial<ProviderSnapshot> & { id: string }) => {
    const known = subscriptions.get(fields.id) ?? snapshot({ createdAt: now() });
    const { failedAt, ...rest } = { ...known, ...fields };
    const isFailing = rest.status === "past_due" && failedAt;
    subscriptions.set(fields.id, { ...rest, ...(isFailing && { failedAt }) });
    return about("subscription", fields.id);
  };
  const charge = (id: string, fields: Partial<ProviderPayment>) => {
    const known = payments.get(id) ?? payment({ id, createdAt: now(), paidAt: now() });
    payments.set(id, { ...known, ...fields });
    return about("payment", id);
  };
  const pay = (subscriptionId: string) =>
    charge(`pi_${subscriptionId}_${payments.size}`, { subscriptionId });

  const begin = (trial: boolean): Changed[] => {
    if (live() || payments.has(lifetimeId) || (trial && subscriptions.size > 0)) return [];
    const id = `sub_${subscriptions.size}`;
    const periodEnd = new Date(now().getTime() + (trial ? 2 : 30) * day);
    if (trial) return put({ id, plan: "trial", status: "trialing", periodEnd });
    return [...put({ id, periodEnd }), ...pay(id)];
  };
  const dispute = (from: Dispute, to: Dispute): Changed[] => {
    const paid = newest();
    const isPossible = paid?.dispute === from && paid.refundedCents === 0;
    return paid && isPossible && paid.id !== lifetimeId ? charge(paid.id, { dispute: to }) : [];
  };
  const refund = (part: number): Changed[] => {
    const paid = newest();
    return paid?.dispute === "none" && paid.refundedCents < paid.amountCents
      ? charge(paid.id, { refundedCents: Math.ceil(paid.amountCents * part) })
      : [];
  };

  const onLive = (change: (one: ProviderSnapshot) => Changed[]) => {
    const one = live();
    return one ? change(one) : [];
  };
  const does: Record<Action, () => Changed[]> = {
    subscribe: () => begin(false),
    "subscribe to a trial": () => begin(true),
    "buy lifetime": () =>
      payments.has(lifetimeId) ? [] : charge(lifetimeId, { amountCents: 24_900 }),
    renew: () =>
      onLive(({ id, periodEnd, cancelAtPeriodEnd }) =>
        cancelAtPeriodEnd
          ? put({ id, status: "canceled" })
          : [
              ...put({
                id,
                status: "active",
                periodEnd: new Date(periodEnd.getTime() + 30 * day),
                isUnpaid: false,
              }),
              ...pay(id),
            ],
      ),
    "fail a charge": () =>
      onLive(({ id }) => put({ id, status: "past_due", failedAt: now(), isUnpaid: true })),
    stop: () => onLive(({ id }) => put({ id, cancelAtPeriodEnd: true })),
    resume: () => onLive(({ id }) => put({ id, cancelAtPeriodEnd: false })),
    end: () => onLive(({ id }) => put({ id, status: "canceled" })),
    "refund a part": () => refund(0.5),
    "refund all": () => refund(1),
    dispute: () => dispute("none", "open"),
    "win the dispute": () => dispute("open", "won"),
    "lose the dispute": () => dispute("open", "lost"),
  };

  return {
    now,
    /** Runs an action a second later; returns the objects that changed. */
    act: (action: Action): Changed[] => {
      moment += 1_000;
      return does[action]();
    },
    findSubscription: (id: string): ProviderSnapshot | undefined => {
      const found = subscriptions.get(id);
      return found && { ...found, fetchedAt: now() };
    },
    findPayment: (id: string): ProviderPayment | undefined => {
      const found = payments.get(id);
      return found && { ...found, fetchedAt: now() };
    },
    /** All objects, oldest first. */
    all: (): Changed[] => [
      ...[...subscriptions.keys()].flatMap((id) => about("subscription", id)),
      ...[...payments.keys()].flatMap((id) => about("payment", id)),
    ],
    carryOut: ({ kind, objectId }: Effect): void => {
      moment += 1_000;
      const one = subscriptions.get(objectId);
      if (!one || one.status === "canceled") return;
      const isStopped = kind === "stop-at-period-end" && !one.isUnpaid;
      if (isStopped) put({ id: objectId, cancelAtPeriodEnd: true });
      else if (/^(cancel|cancel-and-refund|stop-at-period-end)$/.test(kind))
        put({ id: objectId, status: "canceled", isUnpaid: false });
    },
  };
};
export type FakeProvider = ReturnType<typeof fakeProvider>;
