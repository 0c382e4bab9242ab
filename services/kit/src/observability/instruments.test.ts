import { expect, it } from "vitest";
import { createCounter, createGauge, watchBacklog } from "./instruments.ts";
import { createMetrics } from "./metrics.ts";

const linesOf = async ({ registry }: ReturnType<typeof createMetrics>, name: string) =>
  (await registry.getSingleMetricAsString(name))
    .split("\n")
    .filter((line) => !line.startsWith("#"));

it("starts every label combination of a counter at 0, also without labels", async () => {
  const metrics = createMetrics("test");
  const values = { kind: ["good", "bad"], size: ["small", "large"] };
  createCounter(metrics, { name: "things_total", help: "Things", values });
  createCounter(metrics, { name: "all_total", help: "All", values: {} });
  expect(await linesOf(metrics, "things_total")).toEqual(
    ["good", "bad"].flatMap((kind) =>
      ["small", "large"].map(
        (size) => `things_total{kind="${kind}",size="${size}",service="test"} 0`,
      ),
    ),
  );
  expect(await linesOf(metrics, "all_total")).toEqual(['all_total{service="test"} 0']);
});

it("reads a gauge when the metrics are collected", async () => {
  const metrics = createMetrics("test");
  let running = 1;
  const read = () => ({ running });
  createGauge(metrics, { name: "work", help: "Work", label: "state", read });
  running = 3;
  expect(await linesOf(metrics, "work")).toEqual(['work{state="running",service="test"} 3']);
});

/** A fake collection that counts its reads. */
const collection = (waiting: Promise<{ pendingAt: Date }[]>) => {
  const requested = { times: 0 };
  const cursor = {
    project: () => cursor,
    sort: () => cursor,
    limit: () => cursor,
    toArray: () => waiting,
  };
  const fake = {
    countDocuments: async () => {
      requested.times += 1;
      return (await waiting).length;
    },
    find: () => cursor,
  };
  return { requested, fake: fake as never };
};

const watch = (waiting: Promise<{ pendingAt: Date }[]>) => {
  const metrics = createMetrics("test");
  const { fake, requested } = collection(waiting);
  const labels = { topic: "t" };
  watchBacklog({
    metrics,
    name: "waiting",
    help: "W",
    labels,
    collection: fake,
    field: "pendingAt",
  });
  const valueOf = async (line: string) => Number((await linesOf(metrics, line))[0]?.split(" ")[1]);
  return { metrics, requested, valueOf };
};

it("shows size and age of a backlog with one database query", async () => {
  const { metrics, requested, valueOf } = watch(
    Promise.resolve([{ pendingAt: new Date(Date.now() - 90_000) }, { pendingAt: new Date() }]),
  );
  await metrics.registry.metrics();
  expect(requested.times).toBe(1);
  expect(await valueOf("waiting")).toBe(2);
  expect(await valueOf("waiting_oldest_seconds")).toBeGreaterThanOrEqual(90);
});

it("shows age 0 for an empty backlog", async () => {
  const { valueOf } = watch(Promise.resolve([]));
  expect(await valueOf("waiting_oldest_seconds")).toBe(0);
});

it.each([
  ["fails", () => Promise.reject(new Error("away"))],
  ["never answers", () => new Promise<never>(() => undefined)],
])("shows NaN and serves the other metrics when the database %s", async (_what, waiting) => {
  const { metrics } = watch(waiting());
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^waiting\{topic="t",service="test"\} nan$/im);
  expect(text).toContain("process_resident_memory_bytes");
});

it("shows several backlogs of one name by their labels", async () => {
  const { metrics } = watch(Promise.resolve([{ pendingAt: new Date() }]));
  const { fake } = collection(Promise.resolve([]));
  const labels = { topic: "other" };
  const about = { metrics, name: "waiting", help: "W", field: "pendingAt" };
  watchBacklog({ ...about, labels, collection: fake });
  expect((await linesOf(metrics, "waiting")).toSorted()).toEqual([
    'waiting{topic="other",service="test"} 0',
    'waiting{topic="t",service="test"} 1',
  ]);
});
