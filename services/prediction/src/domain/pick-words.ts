import { probabilityText } from "@orbline/proto/constants/predictions";
import type { Outcome } from "./bet.ts";
import type { PredictionSummary } from "./prediction.ts";
import type { Sport } from "./sport.ts";

export { probabilityText };

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

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** American odds with their sign, e.g. `+150` or `−110`. */
export const americanOdds = (odds: number): string => (odds > 0 ? `+${odds}` : `−${-odds}`);

/** The bet of a single, or the size of a parlay. */
export function pickName({ legs, sport }: Pick<PredictionSummary, "legs" | "sport">): string {
  const [leg] = legs;
  return leg && legs.length === 1 ? leg.betOn : `${sportName(sport)} ${legs.length}-leg parlay`;
}

/** Legs that the description of a parlay lists. */
const maxListedLegs = 3;

/** A pick for link previews: what it is at which odds, how it ended, its games and our estimate. Without its stake. */
export function previewOf(prediction: PredictionSummary): { title: string; description: string } {
  const { legs, odds, outcome, probability, riskLevel, slate, sport } = prediction;
  const [leg] = legs;
  const name = pickName(prediction);
  const bet = leg && legs.length === 1 ? `${name} (${leg.betType})` : name;
  const more = legs.length - maxListedLegs;
  const games = [
    ...legs.slice(0, maxListedLegs).map(({ betOn, opponent }) => `${betOn} vs. ${opponent}`),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return {
    title: `${capitalized(outcome)}: ${bet} at ${americanOdds(odds)}`,
    description: [
      games.join("; "),
      `${sportName(sport)}, ${capitalized(riskLevel)}`,
      ...(slate.kind === "simulated" ? [slate.label] : []),
      `Our estimate: ${probabilityText(probability)}`,
    ].join(" · "),
  };
}
