import type { GameResult } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import type { Probabilities } from "../model/types.ts";
import type { Random } from "./random.ts";

/** Points or goals of the losing side, on average. */
const loserMean = { mlb: 3, nhl: 2.2, nba: 106, nfl: 17, cfb: 20 } as const;

const drawOutcome = ({ home, draw }: Probabilities, random: Random): "home" | "draw" | "away" => {
  const at = random.uniform();
  if (at < home) return "home";
  return at < home + (draw ?? 0) ? "draw" : "away";
};

const logit = (p: number) => Math.log(p / (1 - p));

/** A margin in points whose sign is positive with the home side's chance: logistic with the given sd. */
const drawMargin = (homeWins: number, sd: number, random: Random): number => {
  const scale = (sd * Math.sqrt(3)) / Math.PI;
  const margin =
    scale * (logit(homeWins) + logit(Math.min(1 - 1e-9, Math.max(1e-9, random.uniform()))));
  const rounded = Math.round(margin);
  if (rounded !== 0) return rounded;
  return margin >= 0 ? 1 : -1;
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
  return decided(random.uniform() < homeWins ? "home" : "away", loser, 1 + random.poisson(1.2));
};
