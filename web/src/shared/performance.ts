import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";
import type { SlateInfo } from "@orbline/proto/http/prediction/fields";
import type {
  ModelPerformanceResponse,
  SlateRecordAnswer,
} from "@orbline/proto/http/prediction/track-record";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { inPercent } from "#/lib/format.ts";

/** The public track record: settled predictions by slate, and separately the back-test. */
export const performanceQuery = queryOptions({
  queryKey: ["/api/model-performance"],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }): Promise<ModelPerformanceResponse> =>
    call("prediction", "GET /api/model-performance", { signal }),
});

type Counts = {
  n: number;
  won: number;
  pushed: number;
  expected: number;
  return: number | null;
};

/** A summary of settled predictions. Shares are null if there are none. */
export type Summary = {
  n: number;
  /** The share that won, and the predicted share. */
  won: number | null;
  said: number | null;
  /** Profit per unit staked, flat stakes. */
  return: number | null;
};

const share = (part: number, n: number) => (n === 0 ? null : part / n);

/** Sums counts. Returns are averaged with the number of bets as weight. */
export function summarize(lines: readonly Counts[]): Summary {
  const sum = (of: (line: Counts) => number) => lines.reduce((total, line) => total + of(line), 0);
  const n = sum((line) => line.n);
  const bets = (line: Counts) => line.n + line.pushed;
  return {
    n,
    won: share(
      sum((line) => line.won),
      n,
    ),
    said: share(
      sum((line) => line.expected),
      n,
    ),
    return: share(
      sum((line) => (line.return ?? 0) * bets(line)),
      sum(bets),
    ),
  };
}

/** The settled predictions of one sport and risk on a slate, if there are any. */
export const recordOf = (
  performance: ModelPerformanceResponse | undefined,
  wanted: { slate: Pick<SlateInfo, "kind" | "label">; sport: Sport; riskLevel: RiskLevel },
): SlateRecordAnswer["combinations"][number] | undefined =>
  performance?.records
    .find(({ slate }) => slate.kind === wanted.slate.kind && slate.label === wanted.slate.label)
    ?.combinations.find(
      ({ sport, riskLevel }) => sport === wanted.sport && riskLevel === wanted.riskLevel,
    );

type Band = { from: number; to: number; n: number; won: number; expected?: number };

/** Predictions with similar probabilities: the predicted share, the actual share and its interval. */
export type CalibrationPoint = {
  from: number;
  to: number;
  n: number;
  said: number;
  won: number;
  /** The 95 % interval of the true share (Wilson's score interval). */
  low: number;
  high: number;
};

const z = 1.96;

type Interval = { low: number; high: number };

/** Wilson's score interval at 95 % for `won` of `n`. */
export function wilson(won: number, n: number): Interval {
  const p = won / n;
  const middle = p + (z * z) / (2 * n);
  const reach = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const whole = 1 + (z * z) / n;
  return {
    low: Math.max(0, (middle - reach) / whole),
    high: Math.min(1, (middle + reach) / whole),
  };
}

const driftWeeks = 4;

/**
 * How far the share that won in the last four weeks is from the predicted share. It drifts when the predicted share is
 * outside the 95 % interval of the actual one. Null without settled predictions.
 */
export function calibrationDrift(
  weeks: readonly { n: number; won: number; expected: number }[],
): ({ n: number; said: number; won: number; gap: number; isDrifting: boolean } & Interval) | null {
  const last = weeks.slice(-driftWeeks);
  const n = last.reduce((sum, week) => sum + week.n, 0);
  if (n === 0) return null;
  const wins = last.reduce((sum, week) => sum + week.won, 0);
  const said = last.reduce((sum, week) => sum + week.expected, 0) / n;
  const interval = wilson(wins, n);
  const isDrifting = said < interval.low || said > interval.high;
  const won = wins / n;
  // The gap of the figures that are shown beside it.
  const gap = (inPercent(won) - inPercent(said)) / 100;
  return { n, said, won, gap, isDrifting, ...interval };
}

const bandCount = 10;
const expectedOf = ({ from, to, n, expected }: Band) => expected ?? (n * (from + to)) / 2;

/** The points of a calibration chart: bands merged to tenths, without the empty ones. */
export const calibrationPoints = (bands: readonly Band[]): CalibrationPoint[] =>
  Array.from({ length: bandCount }, (_, index) => {
    // No band crosses a tenth, so the middle of a band determines its tenth.
    const within = bands.filter(
      ({ from, to }) => Math.floor(((from + to) / 2) * bandCount) === index,
    );
    const n = within.reduce((sum, band) => sum + band.n, 0);
    const won = within.reduce((sum, band) => sum + band.won, 0);
    const said = within.reduce((sum, band) => sum + expectedOf(band), 0);
    const bounds = { from: index / bandCount, to: (index + 1) / bandCount };
    return { ...bounds, n, said: said / n, won: won / n, ...wilson(won, n) };
  }).filter(({ n }) => n > 0);

/** Mean distance between predicted and actual shares, weighted by the size of the bands; null without data. */
export function calibrationError(bands: readonly Band[]): number | null {
  const n = bands.reduce((sum, band) => sum + band.n, 0);
  if (n === 0) return null;
  const gap = calibrationPoints(bands).reduce(
    (sum, point) => sum + point.n * Math.abs(point.won - point.said),
    0,
  );
  return gap / n;
}
