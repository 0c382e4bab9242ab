import type { Database } from "./database.ts";

/** What can come due: each kind is one transition of an object's life. */
export type TimerKind =
  | "checkout.expire"
  | "subscription.trial_will_end"
  | "subscription.upcoming"
  | "subscription.cycle"
  | "subscription.give_up"
  | "invoice.finalize"
  | "invoice.collect"
  | "charge.dispute"
  | "refund.settle";

/** One transition that comes due at a second of the sandbox's clock. */
export type Timer = { id: number; due: number; kind: TimerKind; ref: string };

/** Transitions to come, kept with the objects so that a restart forgets none. */
export type Timers = {
  schedule: (kind: TimerKind, ref: string, due: number) => void;
  cancel: (kind: TimerKind, ref: string) => void;
  /** Takes the earliest timer due at or before `until` off the list. */
  takeDue: (until: number) => Timer | undefined;
  count: () => number;
};

/** Timers in the sandbox's database. */
export const createTimers = ({ sql }: Database): Timers => {
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
};
