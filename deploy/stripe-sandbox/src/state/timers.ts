import type { Database } from "./database.ts";

/** Each kind is one scheduled transition of an object. */
type TimerKind =
  | "checkout.expire"
  | "subscription.trial_will_end"
  | "subscription.upcoming"
  | "subscription.cycle"
  | "subscription.give_up"
  | "invoice.finalize"
  | "invoice.collect"
  | "charge.dispute"
  | "refund.settle";

/** `due` is a second of the sandbox's clock. */
export type Timer = { id: number; due: number; kind: TimerKind; ref: string };

/** Scheduled transitions. They survive a restart. */
export type Timers = {
  schedule: (kind: TimerKind, ref: string, due: number) => void;
  cancel: (kind: TimerKind, ref: string) => void;
  /** Removes and returns the earliest timer due at or before `until`. */
  takeDue: (until: number) => Timer | undefined;
  count: () => number;
};

export function createTimers({ sql }: Database): Timers {
  const insert = sql.prepare("INSERT INTO timers (due, kind, ref) VALUES (?, ?, ?)");
  const remove = sql.prepare("DELETE FROM timers WHERE kind = ? AND ref = ?");
  const take = sql.prepare(
    `DELETE FROM timers WHERE id = (SELECT id FROM timers WHERE due <= ? ORDER BY due, id LIMIT 1)
     RETURNING id, due, kind, ref`,
  );
  const count = sql.prepare("SELECT COUNT(*) AS n FROM timers");
  return {
    schedule: (kind, ref, due) => void insert.run(due, kind, ref),
    cancel: (kind, ref) => void remove.run(kind, ref),
    takeDue: (until) => take.get(until) as Timer | undefined,
    count: () => Number(count.get()?.["n"] ?? 0),
  };
}
