import { createCache } from "@orbline/kit/cache";
import { addDays, dateOf, dayMs } from "../../domain/dates.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import type { SlateClock } from "../clock.ts";
import { modelOf, type Models, type RatedSlates } from "../models.ts";
import { keepSlates } from "../upcoming.ts";
import { seasonSportOf, simulateGame, type SimulatedGame } from "./game.ts";
import { pairingsOn } from "./schedule.ts";

const idPattern = /^sim-(?<sport>[a-z]+)-(?<date>\d{4}-\d{2}-\d{2})-/;

/**
 * The simulated season: games between real teams by the fitted ratings for the next seven days, with prices and,
 * after the game's length, results. Everything follows from the seed, and nothing moves the ratings.
 */
export function simulatedSlates(seed: string, models: Models, clock: SlateClock): RatedSlates {
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

  const current = keepSlates({
    kind: "simulated",
    label: "Simulated slate",
    gamesFrom: (sport, date, count) =>
      Array.from({ length: count + 1 }, (_, day) => gamesOn(sport, addDays(date, day))).flatMap(
        (games) => games.map(({ game, booksOn }) => ({ ...game, books: booksOn(date) })),
      ),
  });

  return {
    ratings: (sport) => modelOf(models, sport),
    slates: {
      now: clock.now,
      advance: clock.advance,
      current: (sport) => current(sport, clock.now()),
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
