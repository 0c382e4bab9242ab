import type { Prediction, StoredPrediction } from "@orbline/proto/http/prediction";
import type { SlateInfo } from "@orbline/proto/http/prediction-fields";
import type { HistoryEntry } from "@orbline/proto/http/prediction-history";
import { profitOf } from "../domain/bet.ts";
import {
  type GivenPrediction,
  oncePerPick,
  type Pick,
  type PredictionRecord,
} from "../domain/prediction.ts";

const toSlateInfo = ({ kind, label, pricedAt }: GivenPrediction["slate"]): SlateInfo => ({
  kind,
  label,
  pricedAt: pricedAt.toISOString(),
});

/** The part of an answer that all who are given the same pick get alike. */
const toPickAnswer = (pick: Pick) => ({
  bets: pick.legs.map((leg) => ({
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
  parlayOdds: pick.odds,
  reasoning: pick.reasoning,
  confidence: pick.probability,
  breakEven: pick.breakEven,
  edge: pick.edge,
  range: pick.range,
  band: pick.band,
  factors: pick.factors,
});

const toOwnAnswer = (prediction: GivenPrediction) => ({
  id: prediction.id,
  createdAt: prediction.createdAt.toISOString(),
  sport: prediction.sport,
  riskLevel: prediction.riskLevel,
  stake: prediction.stake,
  payout: profitOf(prediction.stake, prediction.odds),
  modelVersion: prediction.modelVersion,
  slate: toSlateInfo(prediction.slate),
});

/** A given prediction as the API answers it. */
export const toPredictionAnswer = (prediction: GivenPrediction): Prediction => ({
  ...toOwnAnswer(prediction),
  ...toPickAnswer(prediction),
});

const pickTextOf = oncePerPick((pick) => JSON.stringify(toPickAnswer(pick)));

/** The same as JSON; its pick, which is most of it, is written once for all who are given it. */
export const toPredictionText = (prediction: GivenPrediction): string =>
  `${JSON.stringify(toOwnAnswer(prediction)).slice(0, -1)},${pickTextOf(prediction).slice(1)}`;

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
