import { closeDispute, isOpen, openDispute } from "../billing/payment/disputes.ts";
import { refundCharge } from "../billing/payment/refunds.ts";
import { advanceTo } from "../billing/subscription/lifecycle.ts";
import { type Failure, failureSchema, readFailures, writeFailures } from "../http/failures.ts";
import { change } from "../state/events.ts";
import type { CardRecord } from "../state/objects.ts";
import { seedCatalog } from "../state/seed.ts";
import type { World } from "../state/world.ts";
import type { Endpoint } from "../webhooks/deliver.ts";
import type { Deliveries, Delivery } from "../webhooks/deliveries.ts";
import { type Switches, readSwitches, writeSwitches } from "../webhooks/switches.ts";

type Resend = { events?: string[]; state?: Delivery["state"]; copies?: number; forged?: boolean };

const tableNames = ["objects", "timers", "deliveries", "idempotency", "settings"];
const maxRows = 100_000;

const eventsIn = (deliveries: Deliveries, state: Delivery["state"] | undefined): string[] => {
  const rows = deliveries.list({ ...(state ? { state } : {}), limit: maxRows });
  return [...new Set(rows.map(({ event }) => event).toReversed())];
};

/** Everything a test may do to the sandbox that Stripe's API has no call for. */
export type Control = ReturnType<typeof createControl>;

/** The control functions; the HTTP control API is a thin layer over them. */
export const createControl = (world: World, endpoint: Endpoint) => {
  const { database, settings, deliveries } = world;
  const whole = database.transaction;
  return {
    state: () => ({
      now: world.clock.now(),
      timers: world.timers.count(),
      webhooks: { url: endpoint.url ?? null, ...readSwitches(settings) },
      failures: readFailures(settings),
    }),
    /** Moves the clock forward by seconds; answers how many transitions that caused. */
    advance: (seconds: number) => {
      const transitions = advanceTo(world, world.clock.now() + seconds);
      return { now: world.clock.now(), transitions };
    },
    /** Sets where webhooks go, until the process ends. */
    setWebhookUrl: (url: string | undefined) => {
      endpoint.url = url;
    },
    /** Changes what happens to the webhooks of events from now on. */
    setWebhooks: (patch: Partial<Switches>) => whole(() => writeSwitches(settings, patch)),
    /** Queues events again: by id, or each one that has a delivery in a state. Answers their ids. */
    resend: ({ events, state, copies = 1, forged = false }: Resend) =>
      whole(() => {
        const known = (events ?? eventsIn(deliveries, state)).filter((id) =>
          world.store.find("event", id),
        );
        for (const id of known)
          for (let copy = 0; copy < copies; copy += 1) deliveries.resend(id, forged);
        return { events: known };
      }),
    deliveries: (filter: { event?: string; state?: string; limit?: number } = {}) =>
      deliveries.list({ limit: maxRows, ...filter }),
    /** Changes what every saved card of a customer does from now on. Answers how many there are. */
    setCards: (customer: string, charge: CardRecord["charge"]) =>
      whole(() => {
        const cards = world.store
          .all("payment_method", { customer })
          .flatMap(({ id }) => world.store.find("sandbox.card", id) ?? []);
        for (const card of cards) change(world, "sandbox.card", card, { charge });
        return cards.length;
      }),
    /** Gives back what is left of a charge, or half of it. Answers nothing where that cannot be done. */
    refund: (charge: string, part: "all" | "half") =>
      whole(() => {
        const found = world.store.find("charge", charge);
        if (!found?.paid || found.refunded || found.disputed) return undefined;
        const left = found.amount_captured - found.amount_refunded;
        return refundCharge(world, found, part === "all" ? left : Math.ceil(left / 2));
      }),
    /** Lets the owner of the card object to a charge. Answers the dispute, if that could be done. */
    dispute: (charge: string) =>
      whole(() => {
        const found = world.store.find("charge", charge);
        return found?.paid && !found.disputed ? openDispute(world, found) : undefined;
      }),
    /** Ends an open dispute. Answers it, or nothing when there is none. */
    closeDispute: (id: string, outcome: "won" | "lost") =>
      whole(() => {
        const found = world.store.find("dispute", id);
        return found && isOpen(found) ? closeDispute(world, found, outcome) : undefined;
      }),
    /** Plans a failure of API calls that match method and path. */
    failNext: (failure: Pick<Failure, "method" | "path"> & Partial<Failure>) =>
      whole(() =>
        writeFailures(settings, [...readFailures(settings), failureSchema.parse(failure)]),
      ),
    clearFailures: () => whole(() => writeFailures(settings, [])),
    /** Forgets everything and starts again with the catalogue. */
    reset: () =>
      whole(() => {
        for (const table of tableNames) database.sql.exec(`DELETE FROM ${table}`);
        seedCatalog(world.store);
      }),
  };
};
