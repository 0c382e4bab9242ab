import type { Leg, Prediction, Wager } from "../domain/prediction.ts";

const moneyline: Wager = { market: "moneyline", side: "home" };

/** A leg of a game that ended on 2026-11-22, with the fields that a test sets. */
export const aLeg = (gameId: string, leg: Partial<Leg> = {}): Leg => ({
  gameId,
  game: "Home vs Away",
  betOn: "Home",
  opponent: "Away",
  betType: "Moneyline",
  wager: moneyline,
  odds: 150,
  startsAt: new Date("2026-11-22T18:00:00Z"),
  endsAt: new Date("2026-11-22T21:00:00Z"),
  book: "Northgate",
  modelProbability: 0.4,
  marketProbability: 0.4,
  probability: 0.4,
  edge: 0,
  reasoning: "The ratings are alike.",
  factors: [],
  ...leg,
});

/** An open prediction with the given legs, stake 100. */
export const aPrediction = (legs: Leg[], fields: Partial<Prediction> = {}): Prediction => ({
  id: "prd_1",
  userId: "usr_1",
  createdAt: new Date("2026-11-21T12:00:00Z"),
  sport: "nfl",
  riskLevel: "moderate",
  stake: 100,
  legs,
  odds: 150,
  probability: 0.4,
  breakEven: 0.4,
  edge: 0,
  range: { from: 0.3, to: 0.5 },
  band: { from: 0.35, to: 0.4, n: 100, won: 38 },
  reasoning: "We put the chance of this bet at 40.0%.",
  factors: [],
  modelVersion: "nfl-1",
  slate: {
    kind: "simulated",
    label: "Simulated slate",
    snapshotId: "simulated:nfl:1",
    pricedAt: new Date("2026-11-21T12:00:00Z"),
  },
  legOutcomes: legs.map(() => "open"),
  favoriteOutcomes: legs.map(() => "open"),
  closingProbabilities: legs.map(() => null),
  requestCount: 1,
  outcome: "open",
  returned: 0,
  profit: 0,
  ...fields,
});

/** Ignores unreadable predictions. */
export const noMonitor = { reportUnreadable: () => undefined };
