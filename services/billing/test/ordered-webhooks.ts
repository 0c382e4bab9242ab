import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Stripe } from "stripe";
import { expect } from "vitest";
import { webhookCollection } from "../src/store/webhooks.ts";
import { providerClient } from "./provider-client.ts";
import type { System } from "./service.ts";

const isPayment = (type: string) => type.startsWith("charge.");
const isOpening = (type: string) =>
  /^(customer\.subscription\.created|invoice\.(created|finalized))$/.test(type);

/** Events of any other type have no effect on billing. */
const isHandled = ({ type }: Stripe.Event) =>
  /^(checkout\.session|customer\.subscription|invoice|charge|refund)\./.test(type);

/** Orders of what happens at one moment: Checkout creates the payment after the subscription, or before it. */
export const orders = {
  "the order before 2025-03-31": (type: string) => (isOpening(type) ? 0 : isPayment(type) ? 1 : 2),
  "the order since 2025-03-31": (type: string) => (isPayment(type) ? 0 : 1),
} as const;

export type Order = keyof typeof orders;
export const orderNames = Object.keys(orders) as Order[];

/** The order of one buyer's events; those of the type `late` wait until `deliverLate`. */
export type Plan = { order: Order; late?: string | undefined };

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
export const orderedWebhooks = async (system: System, planOf: (customer: string) => Plan) => {
  const { control } = system.sandbox;
  const logger = createLogger({ service: "test", level: "silent" });
  const connection = await connectMongo({ url: system.env["MONGO_URL"] ?? "", logger });
  const inbox = webhookCollection(connection);
  const stripe = providerClient(system.env);
  const customers = new Map<string, string>();
  const seen = new Set<string>();
  let late: Stripe.Event[] = [];
  control.setWebhooks({ drop: true });

  const newEvents = async () => {
    const found: Stripe.Event[] = [];
    for await (const event of stripe.events.list({ limit: 100 })) {
      if (seen.has(event.id)) break;
      found.push(event);
    }
    for (const { id } of found) seen.add(id);
    return found.toReversed();
  };

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
      { timeoutMs: 60_000, everyMs: 10 },
    );

  /** The first events of all buyers, then their second ones, and so on. */
  const send = async (queues: Stripe.Event[][]) => {
    const longest = Math.max(0, ...queues.map(({ length }) => length));
    for (let turn = 0; turn < longest; turn += 1) {
      control.resend({ events: queues.flatMap((queue) => queue[turn]?.id ?? []) });
      await isProcessed();
    }
  };

  const deliver = async () => {
    for (;;) {
      const events = await newEvents();
      if (events.length === 0) return;
      const byCustomer = Map.groupBy(events.filter(isHandled), customerOf);
      const queues = [...byCustomer].map(([customer, own]) => {
        const plan = planOf(customer);
        late.push(...own.filter(({ type }) => type === plan.late));
        const rank = ({ type }: Stripe.Event) => orders[plan.order](type);
        return own
          .filter(({ type }) => type !== plan.late)
          .toSorted((one, other) => rank(one) - rank(other));
      });
      await send(queues);
    }
  };

  return {
    stripe,
    deliver,
    /** Delivers the late events, behind all others. */
    deliverLate: async () => {
      const queues = [...Map.groupBy(late, customerOf).values()];
      late = [];
      await send(queues);
      await deliver();
    },
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
