import type { BookPrices, GameResult, SlateGame } from "../../domain/slate.ts";
import { gameHours, type Sport } from "../../domain/sport.ts";
import { probability, type ModelState } from "../../engine/serving/predict.ts";
import type { Probabilities } from "../../engine/types.ts";
import { seededRandom } from "../random.ts";
import type { Pairing } from "./season.ts";
import { driftAt, quoteAll } from "./books.ts";
import { drawScore, spreadOf } from "./results.ts";
import { opinionsOf, type Hidden, type Opinions } from "./truth.ts";
import { daysBetween, slateDays, timeOn } from "../../domain/dates.ts";

/** A sport as the simulation plays it: its ratings and the hidden truth around them. */
export type PlayedSport = { state: ModelState; hidden: Hidden };

/** A simulated game with what only the simulation knows. */
export type SimulatedGame = {
  game: Omit<SlateGame, "books">;
  opinions: Opinions & { model: Probabilities };
  result: GameResult;
  /** Prices as of a date, from the day that the game comes into sight to that of its start. */
  booksOn: (date: string) => BookPrices[];
};

type Details = Pick<
  SlateGame,
  "date" | "neutral" | "season" | "league" | "homeDivision" | "awayDivision"
>;

const detailsOf = (sport: Sport, date: string, { home, away }: Pairing): Details => ({
  date,
  neutral: sport === "ufc",
  // The last season that was rated: in a later one the ratings would have fallen back to the mean.
  season: Math.max(home.season, away.season),
  ...(home.league && { league: home.league }),
  ...(home.division && { homeDivision: home.division }),
  ...(away.division && { awayDivision: away.division }),
});

/** What the model expects of a pairing of the simulated season. */
export const expectPairing = (state: ModelState, date: string, pairing: Pairing) => {
  const { home, away } = pairing;
  const details = detailsOf(state.model.sport, date, pairing);
  return probability(state, { home: home.name, away: away.name, ...details });
};

/**
 * Makes one game of the simulated season: the market's opinion around the model's, the truth by it, books
 * around it, and a result drawn from the truth. The same seed, day and sides always give the same game.
 */
export const simulateGame = (
  seed: string,
  date: string,
  pairing: Pairing,
  { state, hidden }: PlayedSport,
): SimulatedGame => {
  const { sport } = state.model;
  const { home, away, hour } = pairing;
  const id = `sim-${sport}-${date}-${slug(home.name)}-${slug(away.name)}`;
  const random = seededRandom(seed, id);
  const model = expectPairing(state, date, pairing);
  const { market, truth } = opinionsOf(model, hidden, random.normal());
  const { marginSd } = model.factors;
  const result = drawScore(sport, truth, marginSd, random);
  const spread =
    marginSd === null ? undefined : spreadOf(market.home / (market.home + market.away), marginSd);
  return {
    game: {
      id,
      sport,
      home: home.name,
      away: away.name,
      startsAt: timeOn(date, hour),
      endsAt: timeOn(date, hour + gameHours[sport]),
      ...detailsOf(sport, date, pairing),
    },
    opinions: { model, market, truth },
    result,
    booksOn: (asOf) => {
      const ahead = Math.max(0, Math.min(slateDays + 1, daysBetween(asOf, date)));
      return quoteAll(
        { sport, market, spread },
        {
          drift: driftAt(ahead, seededRandom(seed, id, "drift")),
          random: seededRandom(seed, id, ahead),
          updatedAt: timeOn(date, -24 * ahead),
        },
      );
    },
  };
};

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-");
