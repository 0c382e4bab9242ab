import type { GameResult } from "../../domain/slate.ts";
import type { Sport } from "../../domain/sport.ts";
import { coverOf, marginOf } from "../../engine/market/spread.ts";
import type { Probabilities } from "../../engine/types.ts";
import type { Random } from "../random.ts";

/** Mean points or goals of the losing team. */
const loserMean = { mlb: 3, nhl: 2.2, nba: 106, nfl: 17, cfb: 20 } as const;
/** Mean margin above 1 of a game without handicaps. */
const extraMean = 1.2;

/** Draws a result from the true probabilities; each outcome occurs with exactly its probability. */
export function drawResult(
  sport: Sport,
  truth: Probabilities,
  marginSd: number | null,
  random: Random,
): GameResult {
  if (sport === "soccer") return drawGoals(drawOutcome(truth, random), random);
  const homeWins = truth.home / (truth.home + truth.away);
  if (sport === "ufc")
    return { kind: "winner", winner: random.uniform() < homeWins ? "home" : "away" };
  const loser = random.poisson(loserMean[sport]);
  if (marginSd !== null) return scoreOf(loser, drawMargin(homeWins, marginSd, random));
  const sign = random.uniform() < homeWins ? 1 : -1;
  return scoreOf(loser, sign * (1 + random.poisson(extraMean)));
}

/** The handicap that splits a game most evenly, and the home team's probability to beat it without a push. */
export function spreadOf(homeWins: number, sd: number): { line: number; cover: number } {
  const margin = marginOf(homeWins, sd);
  const line = 0 - Math.round(margin * 2) / 2;
  // To beat half a point is to win. A handicap of 0 or 1 would push on the margins that are rounded up.
  if (Math.abs(line) <= 1) return { line: margin > 0 ? -0.5 : 0.5, cover: homeWins };
  const { cover, lose } = coverOf(margin, sd, line);
  return { line, cover: cover / (cover + lose) };
}

function drawOutcome({ home, draw }: Probabilities, random: Random): "home" | "draw" | "away" {
  const at = random.uniform();
  if (at < home) return "home";
  return at < home + (draw ?? 0) ? "draw" : "away";
}

function drawGoals(outcome: "home" | "draw" | "away", random: Random): GameResult {
  for (;;) {
    const [home, away] = [random.poisson(1.5), random.poisson(1.2)];
    const happened = home === away ? "draw" : home > away ? "home" : "away";
    if (happened === outcome) return { kind: "score", home, away };
  }
}

/** The home team's margin in points, normal about the expected one; every game is won by at least one point. */
function drawMargin(homeWins: number, sd: number, random: Random): number {
  const margin = marginOf(homeWins, sd) + sd * random.normal();
  return Math.round(margin) || (margin >= 0 ? 1 : -1);
}

const scoreOf = (loser: number, homeMargin: number): GameResult => ({
  kind: "score",
  home: loser + Math.max(0, homeMargin),
  away: loser + Math.max(0, -homeMargin),
});
