import { americanOf } from "../domain/bet.ts";
import type { BookPrices, GameResult, SlateGame } from "../domain/slate.ts";
import { gameHours, type Sport } from "../domain/sport.ts";
import { probability, type ModelState } from "../model/serve.ts";
import type { Probabilities } from "../model/types.ts";
import { addDays, slateDays, timeOn } from "./dates.ts";
import { seededRandom, type Random } from "./random.ts";
import type { Pairing } from "./season.ts";
import { drawScore } from "./simulated-score.ts";
import { clamp, shift } from "./simulated-truth.ts";

/** Names of the invented books. */
const books = ["Northgate", "Fairline", "Harbour", "Copperfield", "Meridian"];
/** A book's own opinion around the consensus: sd on the logit scale. */
const bookNoise = 0.035;
/** Bookmaker's margin per game; each book's lies evenly between these. */
const margins = { from: 0.035, to: 0.055 };

const logit = (p: number) => Math.log(p / (1 - p));
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

const priceOf = (p: number, margin: number): number =>
  americanOf(1 / Math.min(0.985, p * (1 + margin)));

/** Scale of a logistic distribution of margins with this sd. */
const marginScale = (sd: number) => (sd * Math.sqrt(3)) / Math.PI;

/** The half-point line that splits a game most evenly, and the home side's chance to beat it. */
const spreadOf = (homeWins: number, sd: number): { line: number; cover: number } => {
  const mean = marginScale(sd) * logit(homeWins);
  const line = 0.5 - Math.round(mean + 0.5);
  // Nobody wins by less than a point, so to beat half a point is to win.
  if (Math.abs(line) === 0.5) return { line, cover: homeWins };
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
export type SimulatedGame = { game: SlateGame; truth: Probabilities; result: GameResult };

type Details = Pick<SlateGame, "neutral" | "season" | "league" | "homeDivision" | "awayDivision">;

const detailsOf = (sport: Sport, { home, away }: Pairing): Details => ({
  neutral: sport === "ufc",
  // The last season that was rated: in a later one the ratings would have fallen back to the mean.
  season: Math.max(home.season, away.season),
  ...(home.league && { league: home.league }),
  ...(home.division && { homeDivision: home.division }),
  ...(away.division && { awayDivision: away.division }),
});

/** What the model expects of a pairing of the simulated season. */
export const expect = (sport: Sport, date: string, pairing: Pairing, state: ModelState) => {
  const { home, away } = pairing;
  const details = detailsOf(sport, pairing);
  return probability(state, { date, home: home.name, away: away.name, ...details });
};

/**
 * Makes one game of the simulated season: hidden truth around the model, books around the truth, a result
 * drawn from it. The same seed, day and sides always give the same game.
 */
export const simulateGame = (
  seed: string,
  sport: Sport,
  date: string,
  pairing: Pairing,
  { state, sd: truthSd }: { state: ModelState; sd: number },
): SimulatedGame => {
  const { home, away, hour } = pairing;
  const id = `sim-${sport}-${date}-${slug(home.name)}-${slug(away.name)}`;
  const random = seededRandom(seed, id);
  const model = expect(sport, date, pairing, state);
  const truth = shift(model, truthSd * random.normal());
  const marginSd = model.factors.marginSd;
  const result = drawScore(sport, truth, marginSd, random);
  const decided = truth.home / (truth.home + truth.away);
  const spread = marginSd === null ? undefined : spreadOf(decided, marginSd);
  const openedAt = timeOn(addDays(date, -slateDays), 0);
  return {
    game: {
      id,
      sport,
      home: home.name,
      away: away.name,
      startsAt: timeOn(date, hour),
      endsAt: timeOn(date, hour + gameHours[sport]),
      date,
      ...detailsOf(sport, pairing),
      books: books.map((book) => quote(book, truth, spread, random, openedAt)),
    },
    truth,
    result,
  };
};

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-");
