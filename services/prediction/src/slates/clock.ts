import { AppError } from "@orbline/kit/errors";
import { dayMs } from "../domain/dates.ts";
import type { Clock, Slates, SlateClockStore } from "../use-cases/ports.ts";

/** The slate's own time: the real time plus the days that it was advanced by. */
export type SlateClock = Pick<Slates, "now" | "advance">;

/** Opens the slate's clock. `refresh` reads the days again, because another process may have advanced it. */
export async function createSlateClock(
  clock: Clock,
  store: SlateClockStore,
): Promise<SlateClock & { refresh: () => Promise<void> }> {
  let offsetDays = await store.load();
  const now = () => new Date(clock.now().getTime() + offsetDays * dayMs);
  return {
    now,
    refresh: async () => {
      offsetDays = await store.load();
    },
    advance: async (days) => {
      if (!Number.isInteger(days) || days < 1 || days > 400)
        throw new AppError("invalid", "slate.days", "Days must be a whole number from 1 to 400.");
      offsetDays = await store.advance(days);
      return now();
    },
  };
}
