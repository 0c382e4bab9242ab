import { AppError } from "@orbline/kit/errors";
import { mostRecordedBets } from "@orbline/proto/constants/predictions";
import { toCents } from "../domain/math.ts";
import { type RecordedBet, unknownPrediction } from "../domain/prediction.ts";
import type { PredictionDeps } from "./ports.ts";

type BetDeps = Pick<PredictionDeps, "clock"> & {
  slates: Pick<PredictionDeps["slates"], "now">;
  predictions: Pick<
    PredictionDeps["predictions"],
    "find" | "recordBet" | "removeBet" | "countBets"
  >;
};

export type NewBet = Omit<RecordedBet, "recordedAt" | "isLate">;

/**
 * Records what a user really bet on one of his predictions; durable when it resolves. A correction keeps the time of
 * the first record. Other odds after the start make it late, because nobody can tell that they existed before.
 * @throws not-found for a prediction of another user, conflict when the ledger is full
 */
export async function recordBet(
  { clock, slates, predictions }: BetDeps,
  { userId, id, ...bet }: NewBet & { userId: string; id: string },
): Promise<RecordedBet> {
  const prediction = await predictions.find(userId, id);
  if (!prediction) throw unknownPrediction();
  if (!prediction.bet && (await predictions.countBets(userId)) >= mostRecordedBets)
    throw new AppError(
      "conflict",
      "ledger.full",
      `A ledger holds ${mostRecordedBets.toLocaleString("en-US")} bets. Remove old ones first.`,
    );
  const { bet: before, legs } = prediction;
  const hasStarted = legs.some(({ startsAt }) => startsAt <= slates.now());
  const isLate = before?.odds === bet.odds ? before.isLate : hasStarted;
  const recordedAt = before?.recordedAt ?? clock.now();
  const recorded = { ...bet, stake: toCents(bet.stake), recordedAt, isLate };
  if (!(await predictions.recordBet(userId, id, recorded))) throw unknownPrediction();
  return recorded;
}

/** Removes a recorded bet, if there is one. @throws not-found for a prediction of another user */
export async function removeBet(
  { predictions }: Pick<BetDeps, "predictions">,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  if (!(await predictions.removeBet(userId, id))) throw unknownPrediction();
}
