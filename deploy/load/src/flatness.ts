import type { Verdict } from "./summary.ts";

/** What a process held at one moment: resident memory, open handles, and a program that tells it its JavaScript. */
export type Reading = { residentMb: number; handles: number; heapMb?: number };

/** One process and what it held, look by look; a look at which it did not answer is a hole. */
export type Watched = {
  name: string;
  /** A program of this repository; engines keep what is stored, so that they may grow. */
  isOurs: boolean;
  readings: (Reading | undefined)[];
};

/** Looks without which a run says nothing. */
const fewest = 40;

/** `least`: what any program may come to hold late, such as handles when a pool of connections fills. */
const kinds = [
  { field: "heapMb", what: "heap", unit: " MB", least: 20 },
  { field: "residentMb", what: "memory", unit: " MB", least: 28 },
  { field: "handles", what: "handles", unit: "", least: 64 },
] as const;
type Kind = (typeof kinds)[number];

const inUse = /^nodejs_(?:heap_size_used|external_memory)_bytes(?:\{[^}]*\})? (\S+)$/gm;

/** Megabytes that a program's metrics say its JavaScript uses, buffers included. */
export const heapMbIn = (metrics: string): number =>
  [...metrics.matchAll(inUse)].reduce((sum, [, bytes]) => sum + Number(bytes), 0) / 2 ** 20;

/**
 * What a process held at least in a part of a run: between two collections of garbage memory goes up, and what is
 * held at the lowest point is needed. Undefined where it never told.
 */
const floorOf = (part: (Reading | undefined)[], field: Kind["field"]): number | undefined => {
  const held = part.flatMap((reading) => reading?.[field] ?? []);
  return held.length > 0 ? Math.min(...held) : undefined;
};

/** The first quarter is for compilers, pools and caches to come to their size. */
const quartersOf = ({ readings }: Watched, rounds: number) => {
  const whole = Array.from({ length: rounds }, (_, round) => readings[round]);
  const length = Math.floor(rounds / 4);
  return { second: whole.slice(length, 2 * length), last: whole.slice(-length) };
};

const judgeKind = (one: Watched, rounds: number, { field, what, unit, least }: Kind): Verdict[] => {
  const { second, last } = quartersOf(one, rounds);
  const [before, after] = [floorOf(second, field), floorOf(last, field)];
  if (before === undefined || after === undefined) return [];
  const atMost = Math.max(least, before / 10);
  return [
    {
      metric: `${what} of ${one.name}`,
      bound: `grows<=${atMost.toFixed(0)}${unit}`,
      held: after - before <= atMost,
      figures: `${before.toFixed(0)} → ${after.toFixed(0)}${unit}`,
    },
  ];
};

/** It answered at the second look and at the last but one: the very first and last may find it busy. */
const ranOn = ({ readings }: Watched, rounds: number) =>
  [0, 1].some((round) => readings[round]) && [1, 2].some((back) => readings[rounds - back]);

const judge = (one: Watched, rounds: number): Verdict[] => {
  if (ranOn(one, rounds)) return kinds.flatMap((kind) => judgeKind(one, rounds, kind));
  const figures = `answered ${one.readings.filter(Boolean).length} of ${rounds} looks`;
  return [{ metric: one.name, bound: "runs on", held: false, figures }];
};

/**
 * Whether what each program holds stayed flat: the least of a run's last quarter beside the least of its second, of
 * which it may be a tenth more, or 20 MB of heap, 28 MB of memory, 64 handles. A run that is too short says nothing of
 * it, which counts as missed.
 */
export const judgeFlatness = (processes: Watched[], rounds: number): Verdict[] => {
  if (rounds < fewest) {
    const figures = `${rounds}: run longer`;
    return [{ metric: "looks at the processes", bound: `>=${fewest}`, held: false, figures }];
  }
  return processes.filter(({ isOurs }) => isOurs).flatMap((one) => judge(one, rounds));
};

/** What the engines held, a line each: nothing is asked of them. */
export const describeEngines = (processes: Watched[], rounds: number): string =>
  processes
    .filter(({ isOurs }) => !isOurs)
    .map((one) => {
      const held = kinds.flatMap((kind) => judgeKind(one, rounds, kind));
      return held.map(({ metric, figures }) => `${metric} ${figures}`).join(", ");
    })
    .join("\n");
