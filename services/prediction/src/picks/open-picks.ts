import { createCache } from "@orbline/kit/cache";
import { heldPicks, type HeldPicks, type OpenPicks } from "../domain/held-picks.ts";
import type { Predictions } from "../use-cases/ports.ts";

/** A prediction is stored at most this long after its time of creation. */
const overlapMs = 10_000;

type Entry = { held: HeldPicks; refreshed: Promise<void>; refreshedAtMs: number };

/**
 * Open picks by user, kept in memory while the user is active and shared by all requests of the user in this process.
 * The first request reads them all; a request `freshMs` after the last reading reads those created since that are not in memory,
 * because another process may have stored some.
 */
export function openPicks({ listOpen }: Pick<Predictions, "listOpen">, freshMs = 2_000): OpenPicks {
  const entries = createCache<Entry>({ max: 10_000, ttlMs: 60_000 });

  async function refresh(userId: string, { held }: Entry): Promise<void> {
    // This process has added picks for up to `freshMs` after the last reading.
    const since = new Date(held.newest().getTime() - overlapMs - freshMs);
    const known = held.since(since).map(({ id }) => id);
    for (const pick of await listOpen(userId, since, known))
      if (!held.includes(pick.id)) held.add(pick);
  }

  return {
    of: async (userId) => {
      const now = performance.now();
      const known = entries.get(userId, { updateAgeOnGet: true });
      const entry = known ?? {
        held: heldPicks(),
        refreshed: Promise.resolve(),
        refreshedAtMs: Number.NEGATIVE_INFINITY,
      };
      if (now - entry.refreshedAtMs >= freshMs) {
        entry.refreshedAtMs = now;
        entry.refreshed = refresh(userId, entry);
        entries.set(userId, entry);
      }
      try {
        await entry.refreshed;
      } catch (error) {
        entry.refreshedAtMs = Number.NEGATIVE_INFINITY;
        throw error;
      }
      return entry.held;
    },
  };
}
