import {
  mergePerformance,
  noPerformance,
  type Performance,
  type PerformanceCell,
} from "./performance.ts";
import { returnIntervalOf, type ReturnInterval } from "./return-interval.ts";
import { type RiskLevel, riskLevels } from "../risk.ts";
import type { SlateKind } from "../slate.ts";

type Cell = PerformanceCell & Performance;
type Combination = Pick<PerformanceCell, "sport" | "riskLevel"> & Performance;
type Risk = { riskLevel: RiskLevel; performance: Performance; interval: ReturnInterval | null };

/** The track record of one slate: in all, by risk, by sport and risk, and by week, oldest first. */
export type SlateTrackRecord = {
  kind: SlateKind;
  label: string;
  total: Performance;
  /** The 95 % interval of the return in all. */
  interval: ReturnInterval | null;
  risks: Risk[];
  combinations: Combination[];
  weeks: { week: string; performance: Performance }[];
};

/** Sums the cells by slate, so that simulated and live predictions never mix. */
export const summarizeBySlate = (cells: readonly Cell[]): SlateTrackRecord[] =>
  [...Map.groupBy(cells, ({ kind, label }) => `${kind}|${label}`).values()].flatMap((same) =>
    same[0] ? [trackRecordOf(same[0], same)] : [],
  );

const trackRecordOf = (first: Cell, cells: readonly Cell[]): SlateTrackRecord => ({
  kind: first.kind,
  label: first.label,
  total: sumOf(cells),
  interval: intervalOf(cells),
  risks: riskLevels.flatMap((riskLevel) => {
    const same = cells.filter((cell) => cell.riskLevel === riskLevel);
    if (same.length === 0) return [];
    return [{ riskLevel, performance: sumOf(same), interval: intervalOf(same) }];
  }),
  combinations: grouped(cells, ({ sport, riskLevel }) => `${sport}|${riskLevel}`).map(
    ([{ sport, riskLevel }, performance]) => ({ sport, riskLevel, ...performance }),
  ),
  weeks: grouped(cells, ({ week }) => week)
    .map(([{ week }, performance]) => ({ week, performance }))
    .toSorted((a, b) => (a.week < b.week ? -1 : 1)),
});

const sumOf = (cells: readonly Performance[]): Performance =>
  cells.reduce(mergePerformance, noPerformance);

const grouped = (cells: readonly Cell[], keyOf: (cell: Cell) => string): [Cell, Performance][] =>
  [...Map.groupBy(cells, keyOf).values()].flatMap((same) =>
    same[0] ? [[same[0], sumOf(same)] as [Cell, Performance]] : [],
  );

/**
 * Clusters are the weeks of a sport: predictions of one cluster may share games. A prediction counts in the week of its last
 * game, so two clusters share a game only where a parlay reaches into the next week.
 */
const intervalOf = (cells: readonly Cell[]): ReturnInterval | null =>
  returnIntervalOf(
    grouped(cells, ({ sport, week }) => `${sport}|${week}`).map(([, { n, pushed, profit }]) => ({
      bets: n + pushed,
      profit,
    })),
  );
