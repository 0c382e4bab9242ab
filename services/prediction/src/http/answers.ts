import type {
  HistoryEntry,
  Prediction,
  SlateInfo,
  StoredPrediction,
} from "@orbline/proto/http/prediction";
import { profitOf } from "../domain/bet.ts";
import type { GivenPrediction, PredictionRecord } from "../domain/prediction.ts";

const toSlateInfo = ({ kind, label, pricedAt }: GivenPrediction["slate"]): SlateInfo => ({
  kind,
  label,
  pricedAt: pricedAt.toISOString(),
});

/** A given prediction as the API answers it. */
export const toPredictionAnswer = (prediction: GivenPrediction): Prediction => ({
  id: prediction.id,
  createdAt: prediction.createdAt.toISOString(),
  sport: prediction.sport,
  riskLevel: prediction.riskLevel,
  stake: prediction.stake,
  bets: prediction.legs.map((leg) => ({
    game: leg.game,
    betOn: leg.betOn,
    opponent: leg.opponent,
    betType: leg.betType,
    odds: leg.odds,
    startsAt: leg.startsAt.toISOString(),
    book: leg.book,
    reasoning: leg.reasoning,
    modelProbability: leg.modelProbability,
    marketProbability: leg.marketProbability,
    probability: leg.probability,
    edge: leg.edge,
    factors: leg.factors,
  })),
  parlayOdds: prediction.odds,
  payout: profitOf(prediction.stake, prediction.odds),
  reasoning: prediction.reasoning,
  confidence: prediction.probability,
  breakEven: prediction.breakEven,
  edge: prediction.edge,
  range: prediction.range,
  band: prediction.band,
  factors: prediction.factors,
  modelVersion: prediction.modelVersion,
  slate: toSlateInfo(prediction.slate),
});

/** One stored prediction as the API answers it: as it was given, and how it stands. */
export const toStoredPredictionAnswer = (record: PredictionRecord): StoredPrediction => {
  const given = toPredictionAnswer(record);
  const bets = given.bets.map((bet, index) => ({
    ...bet,
    outcome: record.legOutcomes[index] ?? ("open" as const),
  }));
  return { ...given, bets, ...standingOf(record) };
};

const standingOf = ({ settlement }: PredictionRecord) => ({
  outcome: settlement?.outcome ?? ("open" as const),
  returned: settlement?.returned ?? 0,
  profit: settlement?.profit ?? 0,
  settledAt: settlement?.settledAt.toISOString() ?? null,
});

/** A stored prediction as a line of the user's history. */
export const toHistoryEntry = (record: PredictionRecord): HistoryEntry => ({
  id: record.id,
  createdAt: record.createdAt.toISOString(),
  sport: record.sport,
  riskLevel: record.riskLevel,
  stake: record.stake,
  parlayOdds: record.odds,
  confidence: record.probability,
  slate: toSlateInfo(record.slate),
  legs: record.legs.map((leg, index) => ({
    betOn: leg.betOn,
    opponent: leg.opponent,
    betType: leg.betType,
    odds: leg.odds,
    startsAt: leg.startsAt.toISOString(),
    outcome: record.legOutcomes[index] ?? "open",
  })),
  ...standingOf(record),
});
