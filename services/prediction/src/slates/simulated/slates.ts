import { createCache } from "@orbline/kit/cache";
import { AppError } from "@orbline/kit/errors";
import type { GameResult, SlateGame } from "../../domain/slate.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import type { ModelState } from "../../engine/serving/predict.ts";
import type { Slates } from "../../use-cases/ports.ts";
import { pairingsOn } from "./season.ts";
import { playedSport } from "./played-sport.ts";
import { simulateGame, type SimulatedGame } from "./game.ts";
import type { SlateClock } from "../clock.ts";
import { keepSlates, knownOf } from "../upcoming.ts";
import { addDays, dateOf, dayMs } from "../../domain/dates.ts";

const idPattern = /^sim-(?<sport>[a-z]+)-(?<date>\d{4}-\d{2}-\d{2})-/;

/** A slate and the ratings that price its bets. */
export type RatedSlates = { slates: Slates; ratings: (sport: Sport) => ModelState };

/**
 * The simulated season: fixtures between real sides from the fitted ratings for the next seven days, with
 * prices and, after the game's length, results; all of it follows from the seed. It never moves the ratings.
 */
export const simulatedSlates = ({
  seed,
  models,
  clock,
}: {
  seed: string;
  models: ReadonlyMap<Sport, ModelState>;
  clock: SlateClock;
}): RatedSlates => {
  const ratings = (sport: Sport): ModelState => {
    const state = models.get(sport);
    if (!state) throw new AppError("internal", "model.missing", `no model is loaded for ${sport}`);
    return state;
  };
  const days = createCache<SimulatedGame[]>({ max: 200, ttlMs: dayMs });

  const gamesOn = (sport: Sport, date: string): SimulatedGame[] => {
    const key = `${sport}:${date}`;
    const known = days.get(key);
    if (known) return known;
    const season = playedSport(ratings(sport));
    const games = pairingsOn(seed, sport, date, season.sides).map((pairing) =>
      simulateGame(seed, date, pairing, season),
    );
    days.set(key, games);
    return games;
  };

  const current = keepSlates({
    kind: "simulated",
    label: "Simulated slate",
    gamesFrom: (sport, date, count) =>
      Array.from({ length: count + 1 }, (_, day) => gamesOn(sport, addDays(date, day))).flatMap(
        (games) => games.map(({ game, booksOn }) => ({ ...game, books: booksOn(date) })),
      ),
  });

  const find = (id: string): SimulatedGame | undefined => {
    const { sport, date } = idPattern.exec(id)?.groups ?? {};
    const known = sports.find((name) => name === sport);
    return known && date ? gamesOn(known, date).find(({ game }) => game.id === id) : undefined;
  };
  const resultOf = (id: string): GameResult | undefined => {
    const found = find(id);
    return found && found.game.endsAt <= clock.now() ? found.result : undefined;
  };
  const closingOf = (id: string): SlateGame | undefined => {
    const found = find(id);
    if (!found || found.game.startsAt > clock.now()) return undefined;
    return { ...found.game, books: found.booksOn(dateOf(found.game.startsAt)) };
  };

  return {
    ratings,
    slates: {
      now: clock.now,
      current: (sport) => current(sport, clock.now()),
      resultsOf: (gameIds) => Promise.resolve(knownOf(gameIds, resultOf)),
      closingGames: (gameIds) => Promise.resolve(knownOf(gameIds, closingOf)),
      advance: clock.advance,
    },
  };
};
