import type { PredictionRecord } from "../domain/prediction.ts";
import { settleLegs, settlePrediction } from "../domain/settle.ts";
import type { GameResult } from "../domain/slate.ts";
import type { Closings, DuePredictions, Predictions, Slates } from "./ports.ts";
import { hourMs } from "../domain/dates.ts";

const batchSize = 200;
/** Writes under way together; the rest of the database's connections stay for requests. */
const atOnce = 8;
const askAgainMs = hourMs;

type Deps = {
  slates: Slates;
  predictions: Predictions;
  closings: Closings;
  /** Told of each stored prediction that cannot be read, once: it is left aside. */
  onUnreadable: (found: DuePredictions["unreadable"][number]) => void;
};

type Known = {
  now: Date;
  results: ReadonlyMap<string, GameResult>;
  closingOf: Awaited<ReturnType<Closings["read"]>>;
};

/** Settles one prediction as far as results allow; true when its bet was settled now. */
const settleOne = async (
  predictions: Predictions,
  record: PredictionRecord,
  { now, results, closingOf }: Known,
): Promise<boolean> => {
  const postpone = () => predictions.postpone(record.id, new Date(now.getTime() + askAgainMs));
  if (record.settlement) {
    const legOutcomes = settleLegs(record, results, now);
    if (legOutcomes) await predictions.settleLegs(record.id, legOutcomes);
    if (!legOutcomes || legOutcomes.includes("open")) await postpone();
    return false;
  }
  const outcome = settlePrediction(record, results, now);
  const closing = record.legs.map(closingOf);
  const isStored =
    outcome && (await predictions.settle(record, { ...outcome, closing, settledAt: now }));
  const isSettled = outcome?.settlement !== undefined && isStored === true;
  if (!isSettled || outcome.legOutcomes.includes("open")) await postpone();
  return isSettled;
};

/**
 * Settles every open prediction whose games have ended, by the slate's clock, and the legs that a lost parlay
 * left open. Running it twice changes nothing; one that cannot be read holds up no other. Answers how many
 * bets were settled.
 */
export const settlePredictions =
  ({ slates, predictions, closings, onUnreadable }: Deps) =>
  async (): Promise<number> => {
    let settled = 0;
    for (;;) {
      const now = slates.now();
      const { due, unreadable } = await predictions.findDue(now, batchSize);
      for (const found of unreadable) {
        await predictions.setAside(found.id);
        onUnreadable(found);
      }
      const gameIds = [...new Set(due.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))];
      const [results, closingOf] = await Promise.all([
        slates.resultsOf(gameIds),
        closings.read(gameIds),
      ]);
      for (let from = 0; from < due.length; from += atOnce) {
        const batch = due.slice(from, from + atOnce);
        const ended = await Promise.all(
          batch.map((record) => settleOne(predictions, record, { now, results, closingOf })),
        );
        settled += ended.filter(Boolean).length;
      }
      if (due.length + unreadable.length < batchSize) return settled;
    }
  };
