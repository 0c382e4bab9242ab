import { createHash } from "node:crypto";
import { addDays, dateOf, slateDays, timeOn } from "../domain/dates.ts";
import type { Slate, SlateGame } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";

/**
 * Keeps one slate per sport until it changes: when its first game starts, or at the end of the day, when the slate
 * lists the next day.
 */
export function keepSlates({
  kind,
  label,
  gamesFrom,
}: Pick<Slate, "kind" | "label"> & {
  /** Games of the `days` from `date` on, in any order. */
  gamesFrom: (sport: Sport, date: string, days: number) => SlateGame[];
}): (sport: Sport, now: Date) => Slate {
  const kept = new Map<Sport, { slate: Slate; until: Date }>();
  function build(sport: Sport, now: Date): { slate: Slate; until: Date } {
    const today = dateOf(now);
    const games = gamesFrom(sport, today, slateDays)
      .filter(({ startsAt, books }) => startsAt > now && books.length > 0)
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
    const midnight = timeOn(addDays(today, 1), 0);
    const first = games[0]?.startsAt ?? midnight;
    const content = createHash("sha256")
      .update(JSON.stringify([today, games]))
      .digest("hex");
    const snapshotId = `${kind}:${sport}:${content.slice(0, 24)}`;
    return {
      slate: { sport, kind, label, snapshotId, pricedAt: now, games },
      until: first < midnight ? first : midnight,
    };
  }
  return (sport, now) => {
    let entry = kept.get(sport);
    if (!entry || now >= entry.until || now < entry.slate.pricedAt) {
      entry = build(sport, now);
      kept.set(sport, entry);
    }
    return entry.slate;
  };
}
