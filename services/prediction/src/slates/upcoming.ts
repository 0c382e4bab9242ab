import { createHash } from "node:crypto";
import type { Slate, SlateGame, SlateKind } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import { slateDays, dayMs } from "../domain/dates.ts";

type Kept = { slate: Slate; until: Date };

/**
 * Keeps one slate per sport until it changes: when its first game starts, or at the end of the day, when the
 * next one comes into sight.
 */
export const keepSlates = ({
  kind,
  label,
  gamesFrom,
}: {
  kind: SlateKind;
  label: string;
  /** Games of the days from `date` on, the slate's length, in any order. */
  gamesFrom: (sport: Sport, date: string, days: number) => SlateGame[];
}) => {
  const kept = new Map<Sport, Kept>();
  const build = (sport: Sport, now: Date): Kept => {
    const today = now.toISOString().slice(0, 10);
    const games = gamesFrom(sport, today, slateDays)
      .filter(({ startsAt, books }) => startsAt > now && books.length > 0)
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
    const midnight = new Date(Date.parse(`${today}T00:00:00Z`) + dayMs);
    const first = games[0]?.startsAt ?? midnight;
    const content = createHash("sha256")
      .update(JSON.stringify([today, games]))
      .digest("hex");
    const snapshotId = `${kind}:${sport}:${content.slice(0, 24)}`;
    return {
      slate: { sport, kind, label, snapshotId, pricedAt: now, games },
      until: first < midnight ? first : midnight,
    };
  };
  return (sport: Sport, now: Date): Slate => {
    let entry = kept.get(sport);
    if (!entry || now >= entry.until || now < entry.slate.pricedAt) {
      entry = build(sport, now);
      kept.set(sport, entry);
    }
    return entry.slate;
  };
};

/** What is known of some games, by id. */
export const knownOf = <T>(
  gameIds: readonly string[],
  find: (id: string) => T | undefined,
): Map<string, T> =>
  new Map(
    gameIds.flatMap((id) => {
      const known = find(id);
      return known === undefined ? [] : [[id, known] as const];
    }),
  );
