import type { Settings } from "./settings.ts";

const clockOffset = "clock.offset";

/** The sandbox's one clock, in Unix seconds: real time plus an offset that only grows. */
export type Clock = {
  now: () => number;
  /** Real time in milliseconds, for signatures and delivery back-off. */
  wallMs: () => number;
  /** Runs with the clock standing at `at`. */
  during: <T>(at: number, run: () => T) => T;
  /** Moves the clock forward to `at`; never back. */
  moveTo: (at: number) => void;
};

/** A clock whose offset survives a restart. */
export const createClock = (settings: Settings, wallMs: () => number): Clock => {
  let standing: number | undefined;
  const wall = () => Math.floor(wallMs() / 1000);
  const now = () => standing ?? wall() + settings.read(clockOffset, 0);
  return {
    now,
    wallMs,
    during: (at, run) => {
      const before = standing;
      standing = at;
      try {
        return run();
      } finally {
        standing = before;
      }
    },
    moveTo: (at) => {
      if (at > now()) settings.write(clockOffset, at - wall());
    },
  };
};
