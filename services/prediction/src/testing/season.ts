import { loadModels } from "../slates/models.ts";
import { simulatedSlates } from "../slates/simulated/season.ts";
import { createSlateClock } from "../slates/clock.ts";
import type { SlateClockStore } from "../use-cases/ports.ts";

/** Stores the days of a slate clock in memory. */
export const memoryClockStore = (): SlateClockStore => {
  let offsetDays = 0;
  return {
    load: () => Promise.resolve(offsetDays),
    advance: (days) => Promise.resolve((offsetDays += days)),
  };
};

/** A clock that a test sets. */
export const settableClock = (start: string) => {
  let at = new Date(start);
  return { now: () => at, set: (time: string | Date) => (at = new Date(time)) };
};

const models = loadModels();

/** The simulated season on the committed models, with a clock that the test sets. */
export const simulatedSeason = async ({
  seed = "test",
  at = "2026-11-21T12:00:00Z",
}: { seed?: string; at?: string } = {}) => {
  const time = settableClock(at);
  const clock = await createSlateClock(time, memoryClockStore());
  return { time, ...simulatedSlates(seed, models, clock) };
};
