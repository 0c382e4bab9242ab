import { bandAt, recordLabel } from "../domain/performance.ts";
import { type SlateRecord, summarise } from "../domain/performance-summary.ts";
import type { Clock, PastBands, Performances } from "./ports.ts";

/** The record as it was read last. */
export type KeptPerformance = { updatedAt: Date; records: SlateRecord[] };

/** Keeps the record in memory: it is asked for by everybody and changes when predictions are settled. */
export const keepPerformance = ({
  performances,
  clock,
}: {
  performances: Performances;
  clock: Clock;
}) => {
  let kept: KeptPerformance = { updatedAt: clock.now(), records: [] };
  let seen = "[]";

  const past: PastBands = {
    revision: () => kept,
    bandOf: ({ kind, label, sport }, probability) => {
      const { from, to } = bandAt(probability);
      const name = recordLabel({ kind, label });
      const near = kept.records
        .filter((record) => record.kind === kind && record.label === name)
        .flatMap(({ combinations }) => combinations)
        .filter((combination) => combination.sport === sport)
        .flatMap(({ bands }) => bands.filter((band) => band.from === from));
      return {
        from,
        to,
        n: near.reduce((sum, { n }) => sum + n, 0),
        won: near.reduce((sum, { won }) => sum + won, 0),
      };
    },
  };

  return {
    past,
    current: (): KeptPerformance => kept,
    /** Reads it anew; nothing changes when nothing was settled. */
    refresh: async (): Promise<void> => {
      const cells = await performances.all();
      const text = JSON.stringify(cells);
      if (text === seen) return;
      seen = text;
      kept = { updatedAt: clock.now(), records: summarise(cells) };
    },
  };
};
