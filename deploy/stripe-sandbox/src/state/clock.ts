import type { Settings } from "./settings.ts";

const clockOffset = "clock.offset";

/** The only clock of the sandbox, in Unix seconds: real time plus an offset that only grows. */
export type Clock = {
  now: () => number;
  /** Real time in milliseconds, for signatures and delivery backoff. */
  wallMs: () => number;
  /** Runs the function while the clock shows `at`. */
  during: <T>(at: number, run: () => T) => T;
  /** Moves the clock forward to `at`. Ignores a time in the past. */
  moveTo: (at: number) => void;
};

export function createClock(settings: Settings, wallMs: () => number): Clock {
  let frozenAt: number | undefined;
  const wall = () => Math.floor(wallMs() / 1000);
  const now = () => frozenAt ?? wall() + settings.read(clockOffset, 0);
  return {
    now,
    wallMs,
    during: (at, run) => {
      const before = frozenAt;
      frozenAt = at;
      try {
        return run();
      } finally {
        frozenAt = before;
      }
    },
    moveTo: (at) => {
      if (at > now()) settings.write(clockOffset, at - wall());
    },
  };
}
