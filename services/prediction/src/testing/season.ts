import { loadModels } from "../slates/models.ts";
import { simulatedSlates } from "../slates/simulated-slates.ts";
import { createSlateClock } from "../slates/slate-clock.ts";
import type { SlateClockStore } from "../use-cases/ports.ts";

/** A slate clock's store in memory. */
export const memoryClockStore = (): SlateClockStore => {
  let record: { startedOn: string; offsetDays: number } | undefined;
  return {
    load: (first) => Promise.resolve((record ??= first)),
    advance: (days) => {
      record = { startedOn: record?.startedOn ?? "", offsetDays: (record?.offsetDays ?? 0) + days };
      return Promise.resolve(record);
    },
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
  const clock = await createSlateClock({ clock: time, store: memoryClockStore() });
  return { time, ...simulatedSlates({ seed, models, clock }) };
};
