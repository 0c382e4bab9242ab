import { isDeepStrictEqual } from "node:util";
import { sum } from "../domain/math.ts";
import { bandAt, trackRecordLabel } from "../domain/counts/performance.ts";
import { summarizeBySlate } from "../domain/counts/track-record.ts";
import type {
  PredictionDeps,
  Predictions,
  TrackRecord,
  TrackRecordState,
} from "../use-cases/ports.ts";

/** Keeps the track record in memory: every visitor may read it, and it changes only with settlement. */
export async function createTrackRecord({
  performances,
  predictions,
  clock,
}: Pick<PredictionDeps, "performances" | "clock"> & {
  predictions: Pick<Predictions, "findLastSettled">;
}): Promise<TrackRecord> {
  let state: TrackRecordState = { updatedAt: clock.now(), records: [], lastSettled: undefined };

  async function refresh() {
    const records = summarizeBySlate(await performances.all());
    if (isDeepStrictEqual(records, state.records)) return;
    state = { updatedAt: clock.now(), records, lastSettled: await predictions.findLastSettled() };
  }

  await refresh();
  return {
    refresh,
    current: () => state,
    bandOf: ({ kind, label, sport }, probability) => {
      const { from, to } = bandAt(probability);
      const name = trackRecordLabel({ kind, label });
      const near = state.records
        .filter((record) => record.kind === kind && record.label === name)
        .flatMap(({ combinations }) => combinations)
        .filter((combination) => combination.sport === sport)
        .flatMap(({ bands }) => bands.filter((band) => band.from === from));
      return { from, to, n: sum(near.map(({ n }) => n)), won: sum(near.map(({ won }) => won)) };
    },
  };
}
