import type { GameResult } from "../../domain/slate.ts";
import type { Sport } from "../../domain/sport.ts";
import { coverOf, marginOf } from "../../engine/market/spread.ts";
import type { Probabilities } from "../../engine/types.ts";
import type { Random } from "../random.ts";

/** Points or goals of the losing side, on average. */
const loserMean = { mlb: 3, nhl: 2.2, nba: 106, nfl: 17, cfb: 20 } as const;
/** By how much more than one a game without handicaps is won, on average. */
const extraMean = 1.2;

const drawOutcome = ({ home, draw }: Probabilities, random: Random): "home" | "draw" | "away" => {
  const at = random.uniform();
  if (at < home) return "home";
  return at < home + (draw ?? 0) ? "draw" : "away";
};

/** A margin in points, normal about the expected one; nobody wins by less than a point. */
const drawMargin = (homeWins: number, sd: number, random: Random): number => {
  const margin = marginOf(homeWins, sd) + sd * random.normal();
  const rounded = Math.round(margin);
  if (rounded !== 0) return rounded;
  return margin >= 0 ? 1 : -1;
};

/** The handicap that splits a game most evenly, and the home side's chance to beat it when it does not push. */
export const spreadOf = (homeWins: number, sd: number): { line: number; cover: number } => {
  const margin = marginOf(homeWins, sd);
  const line = 0 - Math.round(margin * 2) / 2;
  // To beat half a point is to win. A handicap of none or one would push by the margins that are rounded up.
  if (Math.abs(line) <= 1) return { line: margin > 0 ? -0.5 : 0.5, cover: homeWins };
  const { cover, lose } = coverOf(margin, sd, line);
  return { line, cover: cover / (cover + lose) };
};

const drawGoals = (outcome: "home" | "draw" | "away", random: Random) => {
  for (;;) {
    const [home, away] = [random.poisson(1.5), random.poisson(1.2)];
    const happened = home === away ? "draw" : home > away ? "home" : "away";
    if (happened === outcome) return { home, away };
  }
};

const decided = (winner: "home" | "away", loser: number, by: number): GameResult =>
  winner === "home"
    ? { kind: "score", home: loser + by, away: loser }
    : { kind: "score", home: loser, away: loser + by };

/** Draws a result from the hidden truth; wins come with exactly the given chances. */
export const drawScore = (
  sport: Sport,
  truth: Probabilities,
  marginSd: number | null,
  random: Random,
): GameResult => {
  if (sport === "soccer")
    return { kind: "score", ...drawGoals(drawOutcome(truth, random), random) };
  const homeWins = truth.home / (truth.home + truth.away);
  if (sport === "ufc")
    return { kind: "winner", winner: random.uniform() < homeWins ? "home" : "away" };
  const loser = random.poisson(loserMean[sport]);
  if (marginSd !== null) {
    const margin = drawMargin(homeWins, marginSd, random);
    return decided(margin > 0 ? "home" : "away", loser, Math.abs(margin));
  }
  const winner = random.uniform() < homeWins ? "home" : "away";
  return decided(winner, loser, 1 + random.poisson(extraMean));
};
