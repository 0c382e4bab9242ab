import { createHash } from "node:crypto";
import { createCache } from "@orbline/kit/cache";
import { addDays, dateOf, dayMs, saleEndsMs, slateDays, timeOn } from "../../domain/dates.ts";
import type { Slate } from "../../domain/slate.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import type { SlateClock } from "../clock.ts";
import { modelOf, type Models, type RatedSlates } from "../models.ts";
import { seasonSportOf, simulateGame, type SimulatedGame } from "./game.ts";
import { pairingsOn } from "./schedule.ts";

const label = "Simulated slate";
const idPattern = /^sim-(?<sport>[a-z]+)-(?<date>\d{4}-\d{2}-\d{2})-/;

/**
 * The simulated season: games between real teams by the fitted ratings for the next seven days, with prices and,
 * after the game's length, results. Everything follows from the seed, and nothing moves the ratings.
 */
export function simulatedSlates(seed: string, models: Models, clock: SlateClock): RatedSlates {
  const kept = new Map<Sport, { slate: Slate; until: Date }>();
  const gamesByDate = createCache<SimulatedGame[]>({ max: 200, ttlMs: dayMs });

  function gamesOn(sport: Sport, date: string): SimulatedGame[] {
    const key = `${sport}:${date}`;
    const known = gamesByDate.get(key);
    if (known) return known;
    const season = seasonSportOf(modelOf(models, sport));
    const games = pairingsOn(seed, sport, date, season.teams).map((pairing) =>
      simulateGame(seed, date, pairing, season),
    );
    gamesByDate.set(key, games);
    return games;
  }

  function find(id: string): SimulatedGame[] {
    const { sport, date } = idPattern.exec(id)?.groups ?? {};
    const known = sports.find((name) => name === sport);
    return known && date ? gamesOn(known, date).filter(({ game }) => game.id === id) : [];
  }

  function build(sport: Sport, now: Date): { slate: Slate; until: Date } {
    const today = dateOf(now);
    const games = Array.from({ length: slateDays + 1 }, (_, day) =>
      gamesOn(sport, addDays(today, day)),
    )
      .flat()
      .filter(({ game }) => game.startsAt.getTime() > now.getTime() + saleEndsMs)
      .map(({ game, booksOn }) => ({ ...game, books: booksOn(today) }))
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
    const midnight = timeOn(addDays(today, 1), 0);
    const first = new Date((games[0]?.startsAt ?? midnight).getTime() - saleEndsMs);
    const content = createHash("sha256").update(JSON.stringify([today, games]));
    const snapshotId = `simulated:${sport}:${content.digest("hex").slice(0, 24)}`;
    const slate = { sport, kind: "simulated", label, snapshotId, pricedAt: now, games } as const;
    return { slate, until: first < midnight ? first : midnight };
  }

  /** A slate changes when its first game leaves it, and at midnight, when it lists the next day. */
  function current(sport: Sport): Slate {
    const now = clock.now();
    let entry = kept.get(sport);
    if (!entry || now >= entry.until || now < entry.slate.pricedAt) {
      entry = build(sport, now);
      kept.set(sport, entry);
    }
    return entry.slate;
  }

  return {
    ratings: (sport) => modelOf(models, sport),
    slates: {
      now: clock.now,
      advance: clock.advance,
      current,
      resultsOf: (gameIds) => {
        const ended = gameIds.flatMap(find).filter(({ game }) => game.endsAt <= clock.now());
        return Promise.resolve(new Map(ended.map(({ game, result }) => [game.id, result])));
      },
      closingGames: (gameIds) => {
        const started = gameIds.flatMap(find).filter(({ game }) => game.startsAt <= clock.now());
        return Promise.resolve(
          new Map(
            started.map(({ game, booksOn }) => [
              game.id,
              { ...game, books: booksOn(dateOf(game.startsAt)) },
            ]),
          ),
        );
      },
    },
  };
}
