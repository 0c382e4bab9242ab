import type { Verdict } from "./summary.ts";

/** The resident memory and open handles of a process at one moment, and its JavaScript heap if its metrics report it. */
export type Reading = { residentMb: number; handles: number; heapMb?: number };

/** The readings of one process, one per round; undefined where the process did not respond. */
export type Watched = {
  name: string;
  /** A program of this repository. Engines keep data, so they may grow. */
  isOurs: boolean;
  readings: (Reading | undefined)[];
};

/** A shorter run proves nothing. */
const minRounds = 40;

/** `allowance`: the growth that any program may have, such as the handles of a filling connection pool. */
const kinds = [
  { field: "heapMb", what: "heap", unit: " MB", allowance: 20 },
  { field: "residentMb", what: "memory", unit: " MB", allowance: 28 },
  { field: "handles", what: "handles", unit: "", allowance: 64 },
] as const;
type Kind = (typeof kinds)[number];

const inUse = /^nodejs_(?:heap_size_used|external_memory)_bytes(?:\{[^}]*\})? (\S+)$/gm;

/** The megabytes of JavaScript heap and buffers in a program's metrics. */
export const heapMbIn = (metrics: string): number =>
  [...metrics.matchAll(inUse)].reduce((sum, [, bytes]) => sum + Number(bytes), 0) / 2 ** 20;

/** The lowest reading in a part of a run; memory grows between garbage collections. Undefined without readings. */
const floorOf = (part: (Reading | undefined)[], field: Kind["field"]): number | undefined => {
  const held = part.flatMap((reading) => reading?.[field] ?? []);
  return held.length > 0 ? Math.min(...held) : undefined;
};

/** The first quarter is left out: compilers, pools and caches still grow. */
const quartersOf = ({ readings }: Watched, rounds: number) => {
  const whole = Array.from({ length: rounds }, (_, round) => readings[round]);
  const length = Math.floor(rounds / 4);
  return { second: whole.slice(length, 2 * length), last: whole.slice(-length) };
};

const judgeKind = (
  one: Watched,
  rounds: number,
  { field, what, unit, allowance }: Kind,
): Verdict[] => {
  const { second, last } = quartersOf(one, rounds);
  const [before, after] = [floorOf(second, field), floorOf(last, field)];
  if (before === undefined || after === undefined) return [];
  const atMost = Math.max(allowance, before / 10);
  return [
    {
      metric: `${what} of ${one.name}`,
      bound: `grows<=${atMost.toFixed(0)}${unit}`,
      held: after - before <= atMost,
      figures: `${before.toFixed(0)} → ${after.toFixed(0)}${unit}`,
    },
  ];
};

/** The process responded near the start and near the end of the run. One reading at each end may be missing. */
const ranOn = ({ readings }: Watched, rounds: number) =>
  [0, 1].some((round) => readings[round]) && [1, 2].some((back) => readings[rounds - back]);

const judge = (one: Watched, rounds: number): Verdict[] => {
  if (ranOn(one, rounds)) return kinds.flatMap((kind) => judgeKind(one, rounds, kind));
  const figures = `responded in ${one.readings.filter(Boolean).length} of ${rounds} rounds`;
  return [{ metric: one.name, bound: "keeps running", held: false, figures }];
};

/**
 * Compares the lowest reading of each program in the last quarter with that in the second quarter. It may grow by a
 * tenth, or by 20 MB of heap, 28 MB of memory or 64 handles. A run that is too short counts as missed.
 */
export const judgeFlatness = (processes: Watched[], rounds: number): Verdict[] => {
  if (rounds < minRounds) {
    const figures = `${rounds}: run longer`;
    return [{ metric: "rounds of readings", bound: `>=${minRounds}`, held: false, figures }];
  }
  return processes.filter(({ isOurs }) => isOurs).flatMap((one) => judge(one, rounds));
};

/** The readings of the engines, one line each, without a bound. */
export const describeEngines = (processes: Watched[], rounds: number): string =>
  processes
    .filter(({ isOurs }) => !isOurs)
    .map((one) => {
      const held = kinds.flatMap((kind) => judgeKind(one, rounds, kind));
      return held.map(({ metric, figures }) => `${metric} ${figures}`).join(", ");
    })
    .join("\n");
