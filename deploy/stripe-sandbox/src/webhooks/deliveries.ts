import { randomInt } from "node:crypto";
import type { Database } from "../state/database.ts";
import type { Event } from "../state/objects.ts";
import type { Settings } from "../state/settings.ts";
import { defaultSwitches, readSwitches } from "./switches.ts";

type DeliveryState = "pending" | "succeeded" | "dropped" | "exhausted";

/** One queued webhook with its attempts. */
export type Delivery = {
  id: number;
  event: string;
  state: DeliveryState;
  forged: boolean;
  attempts: number;
  due_ms: number;
  created_ms: number;
  last_status: number | null;
  last_error: string | null;
};

/** The webhook outbox. The transaction that emits an event also enqueues its webhooks. */
export type Deliveries = {
  enqueue: (event: Event) => void;
  /** Queues an event again at once and ignores the switches. */
  resend: (event: string, forged: boolean) => void;
  due: (nowMs: number, limit: number) => Delivery[];
  nextDueMs: () => number | undefined;
  save: (delivery: Delivery) => void;
  list: (filter: { event?: string; state?: string; limit: number }) => Delivery[];
  /** Whether a delivery succeeded. Undefined if the event has no deliveries. */
  delivered: (event: string) => boolean | undefined;
};

type Deps = {
  database: Database;
  settings: Settings;
  wallMs: () => number;
  hasEndpoint: () => boolean;
};

/** Without an endpoint nothing is queued. */
export function createDeliveries({ database, settings, wallMs, hasEndpoint }: Deps): Deliveries {
  const q = queries(database);
  return {
    enqueue: (event) => {
      if (!hasEndpoint()) return;
      const set = readSwitches(settings);
      const applies = set.types.length === 0 || set.types.includes(event.type);
      const { drop, delayMs, duplicates, shuffleMs } = applies ? set : defaultSwitches;
      for (let copy = 0; copy <= duplicates; copy += 1) {
        const wait = delayMs + (shuffleMs > 0 ? randomInt(shuffleMs + 1) : 0);
        q.insert.run(event.id, drop ? "dropped" : "pending", 0, wallMs() + wait, wallMs());
      }
    },
    resend: (event, forged) =>
      void q.insert.run(event, "pending", forged ? 1 : 0, wallMs(), wallMs()),
    due: (nowMs, limit) => q.due.all(nowMs, limit).map(toDelivery),
    nextDueMs: () => (q.next.get()?.["due"] ?? undefined) as number | undefined,
    save: ({ id, state, attempts, due_ms, last_status, last_error }) =>
      void q.save.run(state, attempts, due_ms, last_status, last_error, id),
    list: ({ event, state, limit }) =>
      q.list.all(event ?? null, state ?? null, limit).map(toDelivery),
    delivered: (event) => {
      const row = q.delivered.get(event);
      return row?.["n"] === 0 ? undefined : Number(row?.["ok"] ?? 0) > 0;
    },
  };
}

function queries({ sql }: Database) {
  return {
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
    list: sql.prepare(
      `SELECT * FROM deliveries WHERE (?1 IS NULL OR event = ?1) AND (?2 IS NULL OR state = ?2)
     ORDER BY id DESC LIMIT ?3`,
    ),
    delivered: sql.prepare(
      `SELECT COUNT(*) AS n, SUM(state = 'succeeded') AS ok FROM deliveries
     WHERE event = ? AND forged = 0`,
    ),
  };
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    ...(row as unknown as Omit<Delivery, "forged">),
    forged: row["forged"] === 1,
  };
}
