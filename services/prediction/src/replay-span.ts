import type { PredictionRecord } from "./domain/prediction.ts";
import { riskLevels, type RiskLevel } from "./domain/risk.ts";
import { settlePrediction } from "./domain/settle.ts";
import type { Sport } from "./domain/sport.ts";
import type { ModelState } from "./engine/serving/predict.ts";
import type { PricedGame } from "./engine/types.ts";
import { slatePicks } from "./selection/slate-picks.ts";
import { replaySlates } from "./slates/replay-slates.ts";
import type { Choice } from "./use-cases/ports.ts";
import { addDays, slateDays, timeOn } from "./domain/dates.ts";

const stake = 100;

type Chosen = Extract<Choice, { kind: "chosen" }>;
type Bet = { sport: Sport; riskLevel: RiskLevel; id: string; at: Date };

const toRecord = (
  { pick, slate, modelVersion }: Chosen,
  { sport, riskLevel, id, at }: Bet,
): PredictionRecord => ({
  ...pick,
  id,
  userId: "replay",
  createdAt: at,
  sport,
  riskLevel,
  stake,
  modelVersion,
  slate: {
    kind: slate.kind,
    label: slate.label,
    snapshotId: slate.snapshotId,
    pricedAt: slate.pricedAt,
  },
  legOutcomes: pick.legs.map(() => "open"),
  favouriteOutcomes: pick.legs.map(() => "open"),
  closing: pick.legs.map(() => null),
  settlement: undefined,
});

/**
 * Replays some weeks of a results file without a database: each week the first picks of every risk from that
 * day's slate and ratings, settled by the file's results. Answers every prediction as it ended.
 */
export const replaySpan = async ({
  sport,
  rows,
  from,
  weeks,
  picksEach,
  models,
}: {
  sport: Sport;
  rows: readonly PricedGame[];
  from: string;
  weeks: number;
  /** Picks of each risk in each week. */
  picksEach: number;
  models: ReadonlyMap<Sport, ModelState>;
}): Promise<PredictionRecord[]> => {
  let at = timeOn(from, 0);
  const clock = {
    now: () => at,
    startedOn: from,
    advance: () => Promise.reject(new Error("the span moves by itself")),
  };
  const { slates, ratings } = replaySlates({ sport, rows, from, models, clock });
  const picks = slatePicks({ slates, ratings });
  const records: PredictionRecord[] = [];
  for (let week = 0; week < weeks; week += 1) {
    at = timeOn(addDays(from, 7 * week), 0);
    for (const riskLevel of riskLevels)
      for (let n = 1; n <= picksEach; n += 1) {
        const choice = picks.choose({ sport, riskLevel, n });
        if (choice.kind === "none") break;
        records.push(toRecord(choice, { sport, riskLevel, id: `${week}-${riskLevel}-${n}`, at }));
      }
  }
  at = timeOn(addDays(from, 7 * weeks + slateDays + 1), 0);
  const results = await slates.resultsOf(
    records.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)),
  );
  return records.map((record) => {
    const settled = settlePrediction(record, results, at);
    if (!settled) return record;
    const { settlement, ...outcomes } = settled;
    return {
      ...record,
      ...outcomes,
      settlement: settlement && { ...settlement, settledAt: at },
    };
  });
};
