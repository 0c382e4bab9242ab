import { closeDispute, isOpen, openDispute } from "../billing/payment/disputes.ts";
import { refundCharge } from "../billing/payment/refunds.ts";
import { advanceTo } from "../billing/subscription/lifecycle.ts";
import { type Failure, failureSchema, readFailures, writeFailures } from "../http/failures.ts";
import { change } from "../state/events.ts";
import type { CardRecord } from "../state/objects.ts";
import { seedCatalog } from "../shapes/catalog.ts";
import type { World } from "../state/world.ts";
import type { Endpoint } from "../webhooks/deliver.ts";
import type { Deliveries, Delivery } from "../webhooks/deliveries.ts";
import { type Switches, readSwitches, writeSwitches } from "../webhooks/switches.ts";

type Resend = { events?: string[]; state?: Delivery["state"]; copies?: number; forged?: boolean };

const tableNames = ["objects", "timers", "deliveries", "idempotency", "settings"];
const maxRows = 100_000;

export type Control = ReturnType<typeof createControl>;

/** Test actions that Stripe's API does not have, for the control API and the control page. */
export function createControl(world: World, endpoint: Endpoint) {
  const { database, settings, deliveries } = world;
  const { transaction } = database;
  return {
    state: () => ({
      now: world.clock.now(),
      timers: world.timers.count(),
      webhooks: { url: endpoint.url ?? null, ...readSwitches(settings) },
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
    setWebhooks: (patch: Partial<Switches>) => transaction(() => writeSwitches(settings, patch)),
    /** Queues events again, by id or by the state of a delivery. Returns their ids. */
    resend: ({ events, state, copies = 1, forged = false }: Resend) =>
      transaction(() => {
        const known = (events ?? eventsIn(deliveries, state)).filter((id) =>
          world.store.find("event", id),
        );
        for (const id of known)
          for (let copy = 0; copy < copies; copy += 1) deliveries.resend(id, forged);
        return { events: known };
      }),
    deliveries: (filter: { event?: string; state?: string; limit?: number } = {}) =>
      deliveries.list({ limit: maxRows, ...filter }),
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
    failNext: (failure: Pick<Failure, "method" | "path"> & Partial<Failure>) =>
      transaction(() =>
        writeFailures(settings, [...readFailures(settings), failureSchema.parse(failure)]),
      ),
    clearFailures: () => transaction(() => writeFailures(settings, [])),
    /** Deletes all data and adds the catalog again. */
    reset: () =>
      transaction(() => {
        for (const table of tableNames) database.sql.exec(`DELETE FROM ${table}`);
        seedCatalog(world.store);
      }),
  };
}

function eventsIn(deliveries: Deliveries, state: Delivery["state"] | undefined): string[] {
  const rows = deliveries.list({ ...(state ? { state } : {}), limit: maxRows });
  return [...new Set(rows.map(({ event }) => event).toReversed())];
}
