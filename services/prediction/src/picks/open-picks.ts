import { createCache } from "@orbline/kit/cache";
import { heldPicks, type HeldPicks, type OpenPicks } from "../domain/held-picks.ts";
import type { Predictions } from "../use-cases/ports.ts";

/** A prediction is stored at most this long after its time of creation. */
const overlapMs = 10_000;

type Entry = { held: HeldPicks; refreshed: Promise<void>; refreshedAtMs: number; newest: Date };

/**
 * Open picks by user, kept in memory while the user is active and shared by all requests of the user in this process.
 * The first request reads them all; a request `freshMs` after the last reading reads those created since, because
 * another process may have stored some.
 */
export function openPicks({ listOpen }: Pick<Predictions, "listOpen">, freshMs = 2_000): OpenPicks {
  const entries = createCache<Entry>({ max: 10_000, ttlMs: 60_000 });

  async function refresh(userId: string, entry: Entry): Promise<void> {
    const since = new Date(entry.newest.getTime() - overlapMs);
    for (const pick of await listOpen(userId, since)) {
      if (pick.createdAt > entry.newest) entry.newest = pick.createdAt;
      if (!entry.held.includes(pick.id)) entry.held.add(pick);
    }
  }

  return {
    of: async (userId) => {
      const now = performance.now();
      const known = entries.get(userId, { updateAgeOnGet: true });
      const entry = known ?? {
        held: heldPicks(),
        refreshed: Promise.resolve(),
        refreshedAtMs: Number.NEGATIVE_INFINITY,
        newest: new Date(overlapMs),
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
