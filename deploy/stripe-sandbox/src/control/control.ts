import { z } from "zod";
import { advanceTo } from "../billing/lifecycle.ts";
import { setSubscriptionFirst, startsSubscriptionFirst } from "../billing/checkout.ts";
import { closeDispute, isOpen, openDispute, refundCharge } from "../billing/refunds.ts";
import { failureSchema, readFailures, writeFailures } from "../http/failures.ts";
import type { CardRecord } from "../objects/types.ts";
import { seedCatalog } from "../objects/catalog.ts";
import { change, type World } from "../state/world.ts";
import type { Endpoint } from "../webhooks/deliver.ts";
import { deliveryState, type SwitchesPatch } from "../webhooks/deliveries.ts";

const tableNames = ["objects", "timers", "deliveries", "responses", "settings"];
const maxRows = 100_000;

export const filterSchema = z.strictObject({
  event: z.string().optional(),
  state: deliveryState.optional(),
  limit: z.coerce.number().int().min(1).max(maxRows).optional(),
});

export const resendSchema = z
  .strictObject({
    events: z.array(z.string()).max(10_000).optional(),
    state: deliveryState.optional(),
    copies: z.int().min(1).max(100).optional(),
    forged: z.boolean().optional(),
  })
  .refine(({ events, state }) => (events === undefined) !== (state === undefined), {
    message: "pass either events or state",
  });

type Filter = z.output<typeof filterSchema>;
type Resend = z.output<typeof resendSchema>;

export type Control = ReturnType<typeof createControl>;

/** Test actions that Stripe's API does not have, for the control API and the control page. */
export function createControl(world: World, endpoint: Endpoint) {
  const { database, settings, deliveries } = world;
  const { transaction } = database;
  const list = ({ event, state, limit = maxRows }: Filter = {}) =>
    deliveries.list({ event, state, limit });
  return {
    state: () => ({
      now: world.clock.now(),
      timers: world.timers.count(),
      webhooks: { url: endpoint.url ?? null, ...deliveries.switches() },
      checkout: { subscriptionFirst: startsSubscriptionFirst(world) },
      failures: readFailures(settings),
    }),
    /** Moves the clock forward by seconds. Returns the number of transitions. */
    advance: (seconds: number) => {
      const transitions = advanceTo(world, world.clock.now() + seconds);
      return { now: world.clock.now(), transitions };
    },
    /** Sets the webhook URL until the process ends. */
    setWebhookUrl: (url: string | undefined) => {
      endpoint.url = url;
    },
    /** Changes how the webhooks of new events are delivered. */
    setWebhooks: (patch: SwitchesPatch) => transaction(() => deliveries.setSwitches(patch)),
    /** Chooses the order of later checkouts: Stripe's before 2025-03-31, or its present one. */
    setCheckout: ({ subscriptionFirst }: { subscriptionFirst: boolean }) =>
      transaction(() => setSubscriptionFirst(world, subscriptionFirst)),
    /** Queues events again, by id or by the state of a delivery. Returns their ids. */
    resend: ({ events, state, copies = 1, forged = false }: Resend) =>
      transaction(() => {
        const ids =
          events ??
          new Set(
            list({ state })
              .map(({ event }) => event)
              .toReversed(),
          );
        const known = [...ids].filter((id) => world.store.find("event", id));
        for (const id of known)
          for (let copy = 0; copy < copies; copy += 1) deliveries.resend(id, forged);
        return { events: known };
      }),
    deliveries: list,
    /** Changes how all saved cards of a customer behave. Returns the number of cards. */
    setCards: (customer: string, charge: CardRecord["charge"]) =>
      transaction(() => {
        const cards = world.store
          .all("payment_method", { customer })
          .flatMap(({ id }) => world.store.find("sandbox.card", id) ?? []);
        for (const card of cards) change(world, "sandbox.card", card, { charge });
        return cards.length;
      }),
    /** Refunds the rest of a charge, or half of it. Returns undefined if that is impossible. */
    refund: (charge: string, part: "all" | "half") =>
      transaction(() => {
        const found = world.store.find("charge", charge);
        if (!found?.paid || found.refunded || found.disputed) return undefined;
        const left = found.amount_captured - found.amount_refunded;
        return refundCharge(world, found, part === "all" ? left : Math.ceil(left / 2));
      }),
    /** Opens a dispute of a charge. Returns undefined if the charge cannot be disputed. */
    dispute: (charge: string) =>
      transaction(() => {
        const found = world.store.find("charge", charge);
        return found?.paid && !found.disputed ? openDispute(world, found) : undefined;
      }),
    /** Closes an open dispute. Returns undefined if there is none. */
    closeDispute: (id: string, outcome: "won" | "lost") =>
      transaction(() => {
        const found = world.store.find("dispute", id);
        return found && isOpen(found) ? closeDispute(world, found, outcome) : undefined;
      }),
    failNext: (failure: z.input<typeof failureSchema>) =>
      transaction(() =>
        writeFailures(settings, [...readFailures(settings), failureSchema.parse(failure)]),
      ),
    clearFailures: () => transaction(() => writeFailures(settings, [])),
    /** Deletes all data and adds the catalog again. */
    reset: () =>
      transaction(() => {
        for (const table of tableNames) database.sql.exec(`DELETE FROM ${table}`);
        seedCatalog(world);
      }),
  };
}
