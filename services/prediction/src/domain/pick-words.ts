import type { Outcome } from "./bet.ts";
import type { PredictionSummary } from "./prediction.ts";
import type { Sport } from "./sport.ts";

/** Outcomes as messages to users name them. */
export const outcomeNames: Record<Outcome, string> = {
  open: "open",
  won: "won",
  lost: "lost",
  push: "push, stake back",
  void: "void, stake back",
};

export const sportName = (sport: Sport): string =>
  sport === "soccer" ? "Soccer" : sport.toUpperCase();

/** The bet of a single, or the size of a parlay. */
export function pickName({ legs, sport }: Pick<PredictionSummary, "legs" | "sport">): string {
  const [leg] = legs;
  return leg && legs.length === 1 ? leg.betOn : `${sportName(sport)} ${legs.length}-leg parlay`;
}
