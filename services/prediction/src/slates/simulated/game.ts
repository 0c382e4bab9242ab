import { addDays, daysBetween, slateDays, timeOn } from "../../domain/dates.ts";
import type { BookPrices, GameResult, SlateGame } from "../../domain/slate.ts";
import { gameHours, type Sport } from "../../domain/sport.ts";
import { probability, teams, type ModelState } from "../../engine/serving/predict.ts";
import type { Probabilities } from "../../engine/types.ts";
import { seededRandom } from "../random.ts";
import { driftAt, quoteAll } from "./books.ts";
import { drawResult, spreadOf } from "./results.ts";
import { pairingsOn, type Pairing } from "./schedule.ts";
import { activeTeams, type SeasonTeam } from "./teams.ts";
import { fitTruth, forecastsOf, type Forecasts, type TruthModel } from "./truth.ts";

/** A sport of the simulated season: ratings, teams, and the hidden truth around the ratings. */
export type SeasonSport = { state: ModelState; teams: SeasonTeam[]; truth: TruthModel };

/** A simulated game with everything that only the simulation knows. */
export type SimulatedGame = {
  game: Omit<SlateGame, "books">;
  forecasts: Forecasts & { model: Probabilities };
  result: GameResult;
  /** Prices as of a date, from the day on which the slate first lists the game to its start. */
  booksOn: (date: string) => BookPrices[];
};

/** Enough games to fit the hidden truth, from two months that depend on neither seed nor today's date. */
const typicalGames = 120;
const typical = { seed: "typical", from: "2027-01-04", days: 56 };

const seasonSports = new WeakMap<ModelState, SeasonSport>();

export function seasonSportOf(state: ModelState): SeasonSport {
  const known = seasonSports.get(state);
  if (known) return known;
  const { sport } = state.model;
  const active = activeTeams(sport, teams(state));
  const pairings = Array.from({ length: typical.days }, (_, day) => {
    const date = addDays(typical.from, day);
    return pairingsOn(typical.seed, sport, date, active).map((pairing) => ({ date, pairing }));
  }).flat();
  const every = Math.max(1, Math.floor(pairings.length / typicalGames));
  const games = pairings
    .filter((_, index) => index % every === 0)
    .map(({ date, pairing }) => probabilityOf(state, date, pairing));
  const fitted = { state, teams: active, truth: fitTruth(state, games) };
  seasonSports.set(state, fitted);
  return fitted;
}

/**
 * Makes one game of the simulated season: a market around the model's probabilities, the truth between both, books
 * around the market, and a result drawn from the truth. Equal seed, date and teams give the same game.
 */
export function simulateGame(
  seed: string,
  date: string,
  pairing: Pairing,
  { state, truth: truthModel }: SeasonSport,
): SimulatedGame {
  const { sport } = state.model;
  const { home, away, hour } = pairing;
  const id = `sim-${sport}-${date}-${slug(home.name)}-${slug(away.name)}`;
  const random = seededRandom(seed, id);
  const model = probabilityOf(state, date, pairing);
  const { market, truth } = forecastsOf(model, truthModel, random.normal());
  const { marginSd } = model.factors;
  const result = drawResult(sport, truth, marginSd, random);
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
      ...fixtureFields(sport, date, pairing),
    },
    forecasts: { model, market, truth },
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
}

export function probabilityOf(state: ModelState, date: string, pairing: Pairing) {
  const { home, away } = pairing;
  const fields = fixtureFields(state.model.sport, date, pairing);
  return probability(state, { home: home.name, away: away.name, ...fields });
}

const fixtureFields = (sport: Sport, date: string, { home, away }: Pairing) => ({
  date,
  neutral: sport === "ufc",
  // The last season that was rated: in a later one the ratings would have regressed to the mean.
  season: Math.max(home.season, away.season),
  league: home.league,
  homeDivision: home.division,
  awayDivision: away.division,
});

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-");
