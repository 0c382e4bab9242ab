import type { Connection } from "mongoose";
import { slateClosings } from "./selection/slate-closings.ts";
import { mongoBettingProfiles } from "./store/mongo-betting-profiles.ts";
import { mongoPerformances } from "./store/mongo-performances.ts";
import { countSettled } from "./use-cases/count-settled.ts";
import { keepPerformance } from "./use-cases/keep-performance.ts";
import type { Clock, Predictions, Slates } from "./use-cases/ports.ts";
import { settlePredictions } from "./use-cases/settle-predictions.ts";

/** Opens the record of what was predicted; `settle` settles what has ended, counts it and reads it anew. */
export const openRecord = async ({
  connection,
  slates,
  predictions,
  clock,
  onUnreadable,
}: {
  connection: Connection;
  slates: Slates;
  predictions: Predictions;
  clock: Clock;
  onUnreadable: Parameters<typeof settlePredictions>[0]["onUnreadable"];
}) => {
  const profiles = mongoBettingProfiles({ connection });
  const performances = mongoPerformances({ connection });
  const kept = keepPerformance({ performances, clock });
  const closings = slateClosings({ slates });
  const settleDue = settlePredictions({ slates, predictions, closings, onUnreadable });
  const count = countSettled({ profiles, performances });
  await kept.refresh();
  return {
    profiles,
    past: kept.past,
    performance: kept.current,
    settle: async (): Promise<number> => {
      const settled = await settleDue();
      await count();
      await kept.refresh();
      return settled;
    },
  };
};
export type OpenRecord = Awaited<ReturnType<typeof openRecord>>;
