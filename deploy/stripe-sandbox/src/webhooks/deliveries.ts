import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Event } from "../objects/types.ts";
import type { Database } from "../state/database.ts";
import type { Settings } from "../state/settings.ts";

/** How webhooks of new events are delivered. `types` limits the switches to those event types. */
export const switchesSchema = z.strictObject({
  drop: z.boolean(),
  delayMs: z.int().min(0).max(86_400_000),
  duplicates: z.int().min(0).max(100),
  shuffleMs: z.int().min(0).max(600_000),
  types: z.array(z.string().min(1)).max(100),
  /** Whether a draft waits up to 72 hours while its `invoice.created` is dropped, as Stripe's do. */
  draftsWait: z.boolean(),
});

export type Switches = z.output<typeof switchesSchema>;
export type SwitchesPatch = { [K in keyof Switches]?: Switches[K] | undefined };

const noSwitches: Switches = {
  drop: false,
  delayMs: 0,
  duplicates: 0,
  shuffleMs: 0,
  types: [],
  draftsWait: false,
};

export const deliveryState = z.enum(["pending", "succeeded", "dropped", "exhausted"]);

/** One queued webhook with its attempts. */
export type Delivery = {
  id: number;
  event: string;
  state: z.output<typeof deliveryState>;
  forged: boolean;
  attempts: number;
  due_ms: number;
  created_ms: number;
  last_status: number | null;
  last_error: string | null;
};

type Options = { settings: Settings; wallMs: () => number; hasEndpoint: () => boolean };

export type Deliveries = ReturnType<typeof createDeliveries>;

/**
 * The webhook outbox. The transaction that emits an event also enqueues its webhooks. Without an
 * endpoint nothing is queued.
 */
export function createDeliveries({ sql }: Database, { settings, wallMs, hasEndpoint }: Options) {
  const q = {
    insert: sql.prepare(
      `INSERT INTO deliveries (event, state, forged, attempts, due_ms, created_ms)
       VALUES (?, ?, ?, 0, ?, ?)`,
    ),
    due: sql.prepare(
      "SELECT * FROM deliveries WHERE state = 'pending' AND due_ms <= ? ORDER BY due_ms, id LIMIT ?",
    ),
    next: sql.prepare("SELECT MIN(due_ms) AS due FROM deliveries WHERE state = 'pending'"),
    save: sql.prepare(
      `UPDATE deliveries SET state = ?, attempts = ?, due_ms = ?, last_status = ?, last_error = ?
       WHERE id = ?`,
    ),
    delivered: sql.prepare(
      `SELECT COUNT(*) AS n, SUM(state = 'succeeded') AS ok, SUM(state = 'dropped') AS lost
       FROM deliveries WHERE event = ? AND forged = 0`,
    ),
  };
  const switches = (): Switches => settings.read("webhooks.switches", noSwitches);
  return {
    switches,
    /** Changes some switches. */
    setSwitches: (patch: SwitchesPatch) =>
      settings.write("webhooks.switches", { ...switches(), ...patch }),
    enqueue: (event: Event) => {
      if (!hasEndpoint()) return;
      const set = switches();
      const applies = set.types.length === 0 || set.types.includes(event.type);
      const { drop, delayMs, duplicates, shuffleMs } = applies ? set : noSwitches;
      for (let copy = 0; copy <= duplicates; copy += 1) {
        const wait = delayMs + (shuffleMs > 0 ? randomInt(shuffleMs + 1) : 0);
        q.insert.run(event.id, drop ? "dropped" : "pending", 0, wallMs() + wait, wallMs());
      }
    },
    /** Queues an event again at once and ignores the switches. */
    resend: (event: string, forged: boolean) =>
      void q.insert.run(event, "pending", forged ? 1 : 0, wallMs(), wallMs()),
    due: (nowMs: number, limit: number) => q.due.all(nowMs, limit).map(toDelivery),
    nextDueMs: () => (q.next.get()?.["due"] ?? undefined) as number | undefined,
    save: ({ id, state, attempts, due_ms, last_status, last_error }: Delivery) =>
      void q.save.run(state, attempts, due_ms, last_status, last_error, id),
    list: ({
      event,
      state,
      limit,
    }: {
      event?: string | undefined;
      state?: string | undefined;
      limit: number;
    }) => {
      const filters = Object.entries({ event, state }).flatMap(([column, value]) =>
        value === undefined ? [] : [{ sql: `${column} = ?`, value }],
      );
      const where = filters.map((one) => one.sql).join(" AND ") || "TRUE";
      const query = `SELECT * FROM deliveries WHERE ${where} ORDER BY id DESC LIMIT ?`;
      const values = filters.map(({ value }) => value);
      return sql
        .prepare(query)
        .all(...values, limit)
        .map(toDelivery);
    },
    /** Whether a delivery succeeded. Undefined if the event has no deliveries. */
    delivered: (event: string) => {
      const row = q.delivered.get(event);
      return row?.["n"] === 0 ? undefined : Number(row?.["ok"] ?? 0) > 0;
    },
    /** Whether every delivery was dropped. */
    isDropped: (event: string) => {
      const row = q.delivered.get(event);
      return row?.["n"] !== 0 && row?.["lost"] === row?.["n"];
    },
  };
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return { ...(row as unknown as Delivery), forged: row["forged"] === 1 };
}
