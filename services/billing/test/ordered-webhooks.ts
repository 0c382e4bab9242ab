import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Stripe } from "stripe";
import { expect } from "vitest";
import { webhookCollection } from "../src/store/webhooks.ts";
import { eventReader, providerClient } from "./provider-client.ts";
import type { System } from "./service.ts";

type Sandbox = System["sandbox"];

/** Events of any other type have no effect on billing. */
const isHandled = ({ type }: Stripe.Event) =>
  /^(checkout\.session|customer\.subscription|invoice|charge|refund)\./.test(type);

/** The orders of a checkout: Stripe starts the subscription before its payment, or after it. */
const orders = {
  "the order before 2025-03-31": { subscriptionFirst: true },
  "the order since 2025-03-31": { subscriptionFirst: false },
};

export type Order = keyof typeof orders;
export const orderNames = Object.keys(orders) as Order[];

/** Sets the order of later checkouts. */
export const setOrder = ({ control }: Sandbox, order: Order): void =>
  control.setCheckout(orders[order]);

/** The order of one buyer's events; those of the type `late` arrive behind all others. */
export type Plan = { order: Order; late?: string | undefined };

/** The types of the events that a purchase and its refund cause and billing handles. */
export const purchaseEvents = [
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.created",
  "invoice.finalized",
  "invoice.updated",
  "invoice.paid",
  "invoice.payment_succeeded",
  "charge.succeeded",
  "charge.updated",
  "charge.refunded",
  "refund.created",
];

/** The plan of the buyer with this number: the orders take turns, and so do the late events. */
export const planOf = (index: number, types = purchaseEvents): Plan => ({
  order: orderNames[index % orderNames.length] ?? "the order since 2025-03-31",
  late: types[Math.floor(index / orderNames.length) % types.length],
});

type AboutMoney = {
  id: string;
  object: string;
  customer?: string | null;
  charge?: string | null;
};

/**
 * The one place that orders what the sandbox delivers to billing. It stops the sandbox's own deliveries; `deliver` then
 * delivers what has happened, each event of a buyer after billing has processed the one before.
 */
export const orderedWebhooks = async (system: Pick<System, "env" | "sandbox">) => {
  const { control } = system.sandbox;
  const logger = createLogger({ service: "test", level: "silent" });
  const connection = await connectMongo({ url: system.env["MONGO_URL"] ?? "", logger });
  const inbox = webhookCollection(connection);
  const stripe = providerClient(system.env);
  const customers = new Map<string, string>();
  const newEvents = eventReader(stripe);
  const lateTypes = new Map<string, string | undefined>();
  let late: Stripe.Event[] = [];
  control.setWebhooks({ drop: true });

  /** Refunds and disputes name their charge alone. */
  const customerOf = ({ data }: Stripe.Event) => {
    const { id, object, customer, charge } = data.object as unknown as AboutMoney;
    const found = object === "customer" ? id : (customer ?? customers.get(charge ?? "") ?? "");
    customers.set(id, found);
    return found;
  };

  const isProcessed = () =>
    eventually(
      async () => {
        expect(control.deliveries({ state: "pending" })).toEqual([]);
        expect(await inbox.countDocuments({ outcome: "open" })).toBe(0);
      },
      // Hundreds of events wait for a process that is killed every second.
      { timeoutMs: 600_000, everyMs: 10 },
    );

  /** The first events of all buyers, then their second ones, and so on. */
  const send = async (queues: Stripe.Event[][]) => {
    const longest = Math.max(0, ...queues.map(({ length }) => length));
    for (let turn = 0; turn < longest; turn += 1) {
      control.resend({ events: queues.flatMap((queue) => queue[turn]?.id ?? []) });
      await isProcessed();
    }
  };

  const deliverNew = async () => {
    for (;;) {
      const events = await newEvents();
      if (events.length === 0) return;
      const byCustomer = Map.groupBy(events.filter(isHandled), customerOf);
      const queues = [...byCustomer].map(([customer, own]) => {
        const lateType = lateTypes.get(customer);
        late.push(...own.filter(({ type }) => type === lateType));
        return own.filter(({ type }) => type !== lateType);
      });
      await send(queues);
    }
  };

  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (turn = turn.then(work));
  const deliver = () => inTurn(deliverNew);

  return {
    stripe,
    deliver,
    /** Holds a customer's events of this type back until `deliverLate`. */
    delay: (customer: string, type: string | undefined) => lateTypes.set(customer, type),
    /** Delivers what happens from now on. The returned function stops that. */
    keepDelivering: () => {
      const stopping = new AbortController();
      const delivering = (async () => {
        for (; !stopping.signal.aborted; await sleep(20)) await deliver();
      })();
      delivering.catch(() => undefined); // The returned function throws the failure.
      return async () => {
        stopping.abort();
        await delivering;
      };
    },
    /** Delivers the late events, behind all others. */
    deliverLate: () =>
      inTurn(async () => {
        await deliverNew();
        const queues = [...Map.groupBy(late, customerOf).values()];
        late = [];
        await send(queues);
        await deliverNew();
      }),
    /** The types of a customer's events so far, as far as billing handles them. */
    typesOf: async (customer: string) => {
      const types = new Set<string>();
      for await (const event of stripe.events.list({ limit: 100 }))
        if (isHandled(event) && customerOf(event) === customer) types.add(event.type);
      return types;
    },
    stop: () => connection.close(),
  };
};
