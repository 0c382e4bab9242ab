import { expect, it } from "vitest";
import {
  describeEngines,
  heapMbIn,
  judgeFlatness,
  type Reading,
  type Watched,
} from "./flatness.ts";

const rounds = 40;

const watched = (name: string, at: (round: number) => Reading | undefined): Watched => ({
  name,
  isOurs: name !== "redis-server",
  readings: Array.from({ length: rounds }, (_, round) => at(round)),
});

const missedOf = (one: Watched) =>
  judgeFlatness([one], rounds)
    .filter(({ held }) => !held)
    .map(({ metric, figures }) => `${metric} ${figures}`);

/** Grows during the warm-up and between garbage collections. */
const flat = (round: number): Reading => ({
  residentMb: Math.min(100, 60 + 5 * round) + 10 * (round % 8),
  handles: 30 + (round % 5),
  heapMb: Math.min(40, 20 + 5 * round) + 4 * (round % 8),
});

const growing = (name: string, fields: (round: number) => Partial<Reading>) =>
  watched(name, (round) => ({ ...flat(round), ...fields(round) }));

it("accepts memory that goes up and down after the warm-up", () => {
  expect(missedOf(watched("billing", flat))).toEqual([]);
});

it("misses growing heap, memory and handles", () => {
  expect(missedOf(growing("billing", (round) => ({ heapMb: 30 + 2 * round })))).toEqual([
    "heap of billing 50 → 90 MB",
  ]);
  expect(missedOf(growing("billing", (round) => ({ residentMb: 100 + 2 * round })))).toEqual([
    "memory of billing 120 → 160 MB",
  ]);
  expect(missedOf(growing("gateway", (round) => ({ handles: 20 + 4 * round })))).toEqual([
    "handles of gateway 60 → 140",
  ]);
});

it("lets a large program grow by a tenth", () => {
  expect(missedOf(growing("prediction", (round) => ({ residentMb: 1_000 + 4 * round })))).toEqual(
    [],
  );
});

it("misses a program that ended or restarted during the run", () => {
  const ended = watched("admin", (round) => (round < 25 ? flat(round) : undefined));
  const restarted = watched("admin", (round) => (round < 25 ? undefined : flat(round)));
  expect(missedOf(ended)).toEqual(["admin responded in 25 of 40 rounds"]);
  expect(missedOf(restarted)).toEqual(["admin responded in 15 of 40 rounds"]);
});

it("ignores rounds in which a program does not respond", () => {
  const busy = watched("billing", (round) => (round % 4 === 3 ? undefined : flat(round)));
  expect(judgeFlatness([busy], rounds)).toHaveLength(3);
  expect(missedOf(busy)).toEqual([]);
});

it("reports the readings of an engine without a bound", () => {
  const redis = watched("redis-server", (round) => ({ residentMb: 10 * round, handles: 9 }));
  expect(judgeFlatness([redis], rounds)).toEqual([]);
  const notified = "memory of redis-server 100 → 300 MB, handles of redis-server 9 → 9";
  expect(describeEngines([redis], rounds)).toBe(notified);
});

it("misses a run that is too short", () => {
  const verdicts = judgeFlatness([watched("billing", flat)], 39);
  expect(verdicts).toMatchObject([{ held: false, figures: "39: run longer" }]);
});

it("adds the heap and the buffers of a program's metrics", () => {
  const metrics = [
    "# TYPE nodejs_heap_size_used_bytes gauge",
    'nodejs_heap_size_used_bytes{service="billing"} 41943040',
    'nodejs_external_memory_bytes{service="billing"} 2.097152e+06',
    'nodejs_heap_size_total_bytes{service="billing"} 90000000',
  ].join("\n");
  expect(heapMbIn(metrics)).toBe(42);
});
