import { americanOf } from "../domain/bet.ts";
import type { BookPrices, GameResult, SlateGame } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import { probability, type ModelState } from "../model/serve.ts";
import type { Probabilities } from "../model/types.ts";
import { timeOn } from "./dates.ts";
import { seededRandom, type Random } from "./random.ts";
import { gameHours, type Pairing } from "./season.ts";
import { drawScore } from "./simulated-score.ts";

/** Names of the invented books. */
const books = ["Northgate", "Fairline", "Harbour", "Copperfield", "Meridian"];
/** A book's own opinion around the consensus: sd on the logit scale. */
const bookNoise = 0.035;
/** Bookmaker's margin per game; each book's lies evenly between these. */
const margins = { from: 0.035, to: 0.055 };

const logit = (p: number) => Math.log(p / (1 - p));
const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const clamp = (p: number) => Math.min(0.97, Math.max(0.03, p));

/**
 * How far the hidden truth lies from the model, as sd of the logit. To second order a model that is off by
 * this much loses p(1 − p)·sd²/2 in log loss, so the back-test's gap between model and market gives it back.
 */
export const truthSd = ({ model }: ModelState): number => {
  const { priced } = model.backTest;
  const gap = Math.max(0, priced ? priced.model.logLoss - priced.market.logLoss : 0.01);
  const typicalVariance = 0.215;
  return Math.sqrt((2 * gap) / typicalVariance);
};

/** Moves probabilities by noise on the logit scale; a draw keeps its share of what is left. */
const shift = ({ home, draw, away }: Probabilities, by: number): Probabilities => {
  const decided = home + away;
  const share = clamp(logistic(logit(clamp(home / decided)) + by));
  return { home: share * decided, draw, away: (1 - share) * decided };
};

const priceOf = (p: number, margin: number): number =>
  americanOf(1 / Math.min(0.985, p * (1 + margin)));

/** Scale of a logistic distribution of margins with this sd. */
const marginScale = (sd: number) => (sd * Math.sqrt(3)) / Math.PI;

/** The half-point line that splits a game most evenly, and the home side's chance to beat it. */
const spreadOf = (homeWins: number, sd: number): { line: number; cover: number } => {
  const mean = marginScale(sd) * logit(clamp(homeWins));
  const line = 0.5 - Math.round(mean + 0.5);
  return { line, cover: logistic((mean + line) / marginScale(sd)) };
};

const quote = (
  book: string,
  truth: Probabilities,
  spread: { line: number; cover: number } | undefined,
  random: Random,
  updatedAt: Date,
): BookPrices => {
  const seen = shift(truth, bookNoise * random.normal());
  const margin = margins.from + (margins.to - margins.from) * random.uniform();
  const cover = spread && clamp(logistic(logit(spread.cover) + bookNoise * random.normal()));
  return {
    book,
    moneyline: {
      home: priceOf(seen.home, margin),
      draw: seen.draw === null ? null : priceOf(seen.draw, margin),
      away: priceOf(seen.away, margin),
    },
    ...(spread &&
      cover !== undefined && {
        spread: {
          line: spread.line,
          home: priceOf(cover, margin),
          away: priceOf(1 - cover, margin),
        },
      }),
    updatedAt,
  };
};

/** A simulated game with what only the simulation knows. */
export type SimulatedGame = { game: SlateGame; result: GameResult };

/**
 * Makes one game of the simulated season: hidden truth around the model, books around the truth, a result
 * drawn from it. The same seed, day and sides always give the same game.
 */
export const simulateGame = (
  seed: string,
  sport: Sport,
  date: string,
  { home, away, hour }: Pairing,
  state: ModelState,
): SimulatedGame => {
  const id = `sim-${sport}-${date}-${slug(home.name)}-${slug(away.name)}`;
  const random = seededRandom(seed, id);
  const startsAt = timeOn(date, hour);
  const details = {
    neutral: sport === "ufc",
    ...(home.league && { league: home.league }),
    ...(home.division && { homeDivision: home.division }),
    ...(away.division && { awayDivision: away.division }),
  };
  const model = probability(state, { date, home: home.name, away: away.name, ...details });
  const truth = shift(model, truthSd(state) * random.normal());
  const sd = model.factors.marginSd;
  const score = drawScore(sport, truth, sd, random);
  const spread = sd === null ? undefined : spreadOf(truth.home, sd);
  const updatedAt = timeOn(date, hour - 24);
  return {
    game: {
      id,
      sport,
      home: home.name,
      away: away.name,
      startsAt,
      endsAt: timeOn(date, hour + gameHours[sport]),
      date,
      ...details,
      books: books.map((book) => quote(book, truth, spread, random, updatedAt)),
    },
    result: score,
  };
};

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-");
