import { jsonBytes } from "@orbline/kit/http/fast-path";
import type {
  Prediction as PredictionResponse,
  StoredPrediction,
} from "@orbline/proto/http/prediction/prediction";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import type { LedgerEntry, RecordedBet } from "@orbline/proto/http/prediction/ledger";
import type { Notice } from "@orbline/proto/http/prediction/notices";
import { profitOf } from "../domain/bet.ts";
import { closingValueOf, type RecordedPrediction, standingOf } from "../domain/settle.ts";
import type { GeneratedPrediction } from "../use-cases/generate-prediction.ts";
import type {
  Prediction,
  PredictionSummary,
  RecordedBet as Recorded,
} from "../domain/prediction.ts";

type Generated = Extract<GeneratedPrediction, { kind: "generated" }>;

/** What a response says about a pick, as JSON, by the list of legs that all predictions of the pick share. */
const pickBytes = new WeakMap<Prediction["legs"], string>();

/**
 * The response to a new prediction, as `jsonBytes`. What it says about the pick is nine tenths of it and the same for all users,
 * so it is written once.
 */
export function toPredictionBytes({ prediction, isEarlier, insaneToday }: Generated): string {
  const { legs } = prediction;
  const ofPick = pickBytes.get(legs) ?? jsonBytes(toPickFields(prediction));
  pickBytes.set(legs, ofPick);
  const own = jsonBytes({ ...toOwnFields(prediction), isEarlier, insaneToday });
  return `${own.slice(0, -1)},${ofPick.slice(1)}`;
}

function toPredictionResponse(prediction: Prediction): PredictionResponse {
  return { ...toOwnFields(prediction), ...toPickFields(prediction) };
}

function toOwnFields(prediction: Prediction) {
  const { stake, odds, modelVersion } = prediction;
  return { ...toHead(prediction), payout: profitOf(stake, odds), modelVersion };
}

function toPickFields(prediction: Prediction) {
  return {
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
      marketOnly: leg.marketOnly === true,
      factors: leg.factors,
      forces: leg.forces ?? null,
    })),
    summary: prediction.summary ?? [],
    reasoning: prediction.reasoning,
    breakEven: prediction.breakEven,
    edge: prediction.edge,
    range: prediction.range,
    band: prediction.band,
    factors: prediction.factors,
  };
}

export function toStoredPredictionResponse(
  prediction: Prediction,
  { newerId, olderId }: { newerId: string | undefined; olderId: string | undefined },
): StoredPrediction {
  const response = toPredictionResponse(prediction);
  const bets = response.bets.map((bet, index) => ({
    ...bet,
    outcome: prediction.legOutcomes[index] ?? ("open" as const),
  }));
  const bet = prediction.bet ? toRecordedBet(prediction.bet) : null;
  return {
    ...response,
    bets,
    bet,
    ...toStanding(prediction),
    newerId: newerId ?? null,
    olderId: olderId ?? null,
  };
}

export function toHistoryEntry(prediction: PredictionSummary): HistoryEntry {
  return {
    ...toHead(prediction),
    legs: prediction.legs.map((leg, index) => ({
      betOn: leg.betOn,
      opponent: leg.opponent,
      betType: leg.betType,
      odds: leg.odds,
      startsAt: leg.startsAt.toISOString(),
      marketOnly: leg.marketOnly === true,
      outcome: prediction.legOutcomes[index] ?? "open",
    })),
    ...toStanding(prediction),
  };
}

export function toNotice(prediction: PredictionSummary): Notice {
  const { bet, isUnread = false } = prediction;
  const standing = bet && standingOf({ ...prediction, bet });
  return {
    ...toHistoryEntry(prediction),
    bet: standing ? { outcome: standing.outcome, profit: standing.profit } : null,
    isUnread,
  };
}

export function toLedgerEntry(prediction: RecordedPrediction): LedgerEntry {
  const { returned: _returned, profit: _profit, ...entry } = toHistoryEntry(prediction);
  return {
    ...entry,
    bet: {
      ...toRecordedBet(prediction.bet),
      ...standingOf(prediction),
      closingValue: closingValueOf(prediction),
    },
  };
}

export const toRecordedBet = ({ recordedAt, ...bet }: Recorded): RecordedBet => ({
  ...bet,
  recordedAt: recordedAt.toISOString(),
});

function toHead({
  id,
  createdAt,
  sport,
  riskLevel,
  stake,
  odds,
  probability,
  slate,
}: PredictionSummary) {
  const { kind, label, pricedAt } = slate;
  return {
    id,
    createdAt: createdAt.toISOString(),
    sport,
    riskLevel,
    stake,
    parlayOdds: odds,
    confidence: probability,
    slate: { kind, label, pricedAt: pricedAt.toISOString() },
  };
}

function toStanding({ outcome, returned, profit, settledAt }: PredictionSummary) {
  return { outcome, returned, profit, settledAt: settledAt?.toISOString() ?? null };
}
