import { AppError } from "@orbline/kit/errors";
import type { Clock, SlateClockStore } from "../use-cases/ports.ts";
import { dayMs } from "../domain/dates.ts";

/** The slate's own time: the real time plus what was advanced. */
export const createSlateClock = async ({
  clock,
  store,
}: {
  clock: Clock;
  store: SlateClockStore;
}) => {
  const today = clock.now().toISOString().slice(0, 10);
  let record = await store.load({ startedOn: today, offsetDays: 0 });
  const now = () => new Date(clock.now().getTime() + record.offsetDays * dayMs);
  return {
    now,
    startedOn: record.startedOn,
    advance: async (days: number): Promise<Date> => {
      if (!Number.isInteger(days) || days < 1 || days > 400)
        throw new AppError("invalid", "slate.days", "Days must be a whole number from 1 to 400.");
      record = await store.advance(days);
      return now();
    },
  };
};
export type SlateClock = Awaited<ReturnType<typeof createSlateClock>>;
