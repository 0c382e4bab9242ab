import type { Database } from "./database.ts";
import type { Settings } from "./settings.ts";

const clockOffset = "clock.offset";

export type Clock = ReturnType<typeof createClock>;

/** The only clock of the sandbox, in Unix seconds: real time plus an offset that only grows. */
export function createClock(settings: Settings, wallMs: () => number) {
  let frozenAt: number | undefined;
  const wall = () => Math.floor(wallMs() / 1000);
  const now = () => frozenAt ?? wall() + settings.read(clockOffset, 0);
  return {
    now,
    /** Real time in milliseconds, for signatures and delivery backoff. */
    wallMs,
    /** Runs the function while the clock shows `at`. */
    during: <T>(at: number, run: () => T): T => {
      const before = frozenAt;
      frozenAt = at;
      try {
        return run();
      } finally {
        frozenAt = before;
      }
    },
    /** Moves the clock forward to `at`. Ignores a time in the past. */
    moveTo: (at: number) => {
      if (at > now()) settings.write(clockOffset, at - wall());
    },
  };
}

/** Each kind is one scheduled transition of an object. */
type TimerKind =
  | "checkout.expire"
  | "subscription.trial_will_end"
  | "subscription.upcoming"
  | "subscription.cycle"
  | "subscription.end"
  | "subscription.give_up"
  | "invoice.finalize"
  | "invoice.collect"
  | "charge.dispute"
  | "refund.settle";

/** `due` is a second of the sandbox's clock. */
export type Timer = { id: number; due: number; kind: TimerKind; ref: string };

export type Timers = ReturnType<typeof createTimers>;

/** Scheduled transitions. They survive a restart. */
export function createTimers({ sql }: Database) {
  const insert = sql.prepare("INSERT INTO timers (due, kind, ref) VALUES (?, ?, ?)");
  const remove = sql.prepare("DELETE FROM timers WHERE kind = ? AND ref = ?");
  const take = sql.prepare(
    `DELETE FROM timers WHERE id = (SELECT id FROM timers WHERE due <= ? ORDER BY due, id LIMIT 1)
     RETURNING id, due, kind, ref`,
  );
  const count = sql.prepare("SELECT COUNT(*) AS n FROM timers");
  return {
    schedule: (kind: TimerKind, ref: string, due: number) => void insert.run(due, kind, ref),
    cancel: (ref: string, ...kinds: TimerKind[]) => {
      for (const kind of kinds) remove.run(kind, ref);
    },
    /** Removes and returns the earliest timer due at or before `until`. */
    takeDue: (until: number) => take.get(until) as Timer | undefined,
    count: () => Number(count.get()?.["n"] ?? 0),
  };
}
