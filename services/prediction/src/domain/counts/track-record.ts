import {
  mergePerformance,
  noPerformance,
  type Performance,
  type PerformanceCell,
} from "./performance.ts";
import type { SlateKind } from "../slate.ts";

type Cell = PerformanceCell & Performance;
type Combination = Pick<PerformanceCell, "sport" | "riskLevel"> & Performance;

/** The track record of one slate: in all, by sport and risk, and by week, oldest first. */
export type SlateTrackRecord = {
  kind: SlateKind;
  label: string;
  total: Performance;
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
