import type { RiskLevel, Sport } from "@orbline/proto/http/prediction";

/** Words of the prediction machine, its result and the history. */
export const predictionTexts = {
  machine: "Prediction machine",
  idle: "Pick your sport and risk profile...",
  generating: "Generating...",
  stake: "Stake",
  stakeRange: "$1 to $10,000",
  quickAmounts: "Quick amounts",
  sport: "Sport",
  risk: "Risk",
  generate: "Generate Prediction",
  processing: "Processing...",
  reset: "Reset",
  games: "games",
  pricesNow: "prices just now",
  pricesOld: (age: string) => `prices ${age} old`,
  showAnalysis: "Show Statistical Analysis",
  hideAnalysis: "Hide Statistical Analysis",
  overall: "Overall Analysis",
  individual: "Individual Bet Analysis",
  confidence: "Confidence Level",
  betNumber: (n: number) => `Bet ${n}:`,
  wins: "wins",
  parlay: (legs: number) => `${legs}-LEG PARLAY OPTION`,
  toWin: "to win",
  versus: "vs",
  adNote: "Ad · 21+ · terms apply",
  newTab: "opens in a new tab",
  honestPrice: "Honest price",
  model: (version: string) => `model ${version}`,
  losesParlay: "This parlay loses",
  losesBet: "This bet loses",
  winsIn: (n: number) => `wins ${n} in 100`,
  losesIn: (n: number) => `loses ${n} in 100`,
  price: "Price",
  breakEven: "Break-even",
  modelProbability: "Model probability",
  edge: "Edge",
  perHundred: (amount: string) => `${amount} per $100`,
  insideRange: (from: string, to: string) =>
    `Break-even lies inside the model's likely range, ${from} to ${to}. The edge may be zero.`,
  likelyRange: (from: string, to: string) => `The model's likely range is ${from} to ${to}.`,
  band: (n: string, from: string, to: string, won: string) =>
    `Of ${n} past predictions we put at ${from} to ${to}, ${won} won.`,
  noBand: (from: string, to: string) =>
    `No settled prediction between ${from} and ${to} yet, so there is no hit rate to show.`,
  scale: (breakEven: string, model: string) => `Break-even at ${breakEven}, the model at ${model}.`,
  ticks: (won: number, lost: number) => `Of a hundred, ${won} win and ${lost} lose.`,
  loses: "Loses",
  modelShort: "Model",
  update: "PREDICTION UPDATE",
  updateFallback: "There is no prediction to show right now.",
  unclear: "THE MAGIC ORB IS UNCLEAR",
  clouded: "The future is clouded...",
  tryAgain: "TRY AGAIN",
  failed:
    "The prediction did not arrive. If it was made, My predictions lists it; else generate again.",
  ready: (title: string) => `${title} is ready.`,
  nothingYet: "No prediction yet",
  nothingYetText:
    "Choose a sport and a risk, then generate. The chance of losing stands beside the payout.",
  nflTitle: "NFL SEASON APPROACHING",
  nflText: "Get ready for AI-powered NFL predictions with our advanced statistical analysis.",
  lastFour: "Your last four",
  allPredictions: "All predictions and results",
  historyTitle: "My predictions",
  historyLead:
    "Every prediction made for you, none removed. Open ones settle when the result is in.",
  historyEmpty: "No predictions yet",
  historyEmptyText: "They appear here as soon as they are generated.",
  toMachine: "Open the prediction machine",
  historyFailed: "The list did not load",
  settled: "Settled",
  won: "Won",
  lost: "Lost",
  return: "Return",
  stakedReturned: (staked: string, returned: string) => `${staked} staked, ${returned} back`,
  loadMore: "Load more",
  legs: (count: number, sport: string) => `${sport} ${count}-leg parlay`,
  columns: {
    made: "Made",
    bet: "Bet",
    odds: "Odds",
    stake: "Stake",
    result: "Result",
    profit: "Profit",
  },
} as const;

/** What a risk level means before it is tried: legs and the bounds of the total odds. */
export const riskBounds = (risk: RiskLevel, sport: Sport | undefined) => {
  switch (risk) {
    case "moderate":
      return { legs: "1 bet", odds: sport === "nba" ? "\u2212150 to +250" : "+100 to +350" };
    case "aggressive":
      return { legs: "2–3 legs", odds: sport === "nhl" ? "+301 to +600" : "+201 to +500" };
    case "insane":
      return { legs: "4–6 legs", odds: "+650 to +3000" };
  }
};
