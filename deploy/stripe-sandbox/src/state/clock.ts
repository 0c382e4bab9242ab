import type { Database } from "./database.ts";
import type { Settings } from "./settings.ts";

const clockOffset = "clock.offset";

export type Clock = ReturnType<typeof createClock>;

/**
 * The clock of the sandbox, in Unix seconds: real time plus an offset that only grows. The objects of a test clock live
 * in the time of that clock.
 */
export function createClock(settings: Settings, wallMs: () => number) {
  let frozen: { at: number; testClock: string } | undefined;
  const wall = () => Math.floor(wallMs() / 1000);
  const now = () => frozen?.at ?? wall() + settings.read(clockOffset, 0);
  const testClock = () => frozen?.testClock ?? "";
  return {
    now,
    /** The id of the test clock whose time it is, or an empty string. */
    testClock,
    /** Real time in milliseconds, for signatures and delivery backoff. */
    wallMs,
    /** Runs the function while the clock shows `at`, by default of the same test clock. */
    during: <T>(at: number, run: () => T, id = testClock()): T => {
      const before = frozen;
      frozen = { at, testClock: id };
      try {
        return run();
      } finally {
        frozen = before;
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

/** Scheduled transitions, each of the clock that is current when it is scheduled. They survive a restart. */
export function createTimers({ sql }: Database, { testClock }: Pick<Clock, "testClock">) {
  const insert = sql.prepare("INSERT INTO timers (due, kind, ref, clock) VALUES (?, ?, ?, ?)");
  const remove = sql.prepare("DELETE FROM timers WHERE kind = ? AND ref = ?");
  const take = sql.prepare(
    `DELETE FROM timers WHERE id =
       (SELECT id FROM timers WHERE clock = ? AND due <= ? ORDER BY due, id LIMIT 1)
     RETURNING id, due, kind, ref`,
  );
  const count = sql.prepare("SELECT COUNT(*) AS n FROM timers");
  return {
    schedule: (kind: TimerKind, ref: string, due: number) =>
      void insert.run(due, kind, ref, testClock()),
    cancel: (ref: string, ...kinds: TimerKind[]) => {
      for (const kind of kinds) remove.run(kind, ref);
    },
    /** Removes and returns a clock's earliest timer due at or before `until`. */
    takeDue: (until: number, clock = "") => take.get(clock, until) as Timer | undefined,
    count: () => Number(count.get()?.["n"] ?? 0),
  };
}
