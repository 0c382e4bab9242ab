import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";

export const sportNames: Record<Sport, string> = {
  soccer: "Soccer",
  nba: "NBA",
  mlb: "MLB",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "CFB",
  nhl: "NHL",
};

export const riskNames: Record<RiskLevel, string> = {
  moderate: "Moderate",
  aggressive: "Aggressive",
  insane: "Insane",
};

/** Words for where games and prices come from and for how a bet ended. */
export const slateTexts = {
  pricesNow: "prices just now",
  pricesOld: (age: string) => `prices ${age} old`,
  simulated: "Simulated slate",
  simulatedNote: "Fixtures, prices and results below are simulated.",
  replayNote: "Past games, real prices and results, with their dates moved to now.",
  outcomes: { open: "Open", won: "Won", lost: "Lost", push: "Push", void: "Void" },
} as const;
