import { setTimeout as sleep } from "node:timers/promises";
import type { mongo } from "mongoose";
import { Counter, Gauge } from "prom-client";
import type { Metrics } from "./metrics.ts";

type Meter = { metrics: Metrics; name: string; help: string };

/**
 * A counter by one label whose values are known beforehand and begin at 0; call it to count one. It is a number until
 * the metrics are read, as prom-client's own looks its labels up at each count.
 */
export const createCounter = <Value extends string>({
  metrics,
  name,
  help,
  label,
  values,
}: Meter & { label: string; values: readonly Value[] }): ((value: Value) => void) => {
  const counts = new Map(values.map((value) => [value, 0]));
  const counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset();
      for (const [value, count] of counts) this.inc({ [label]: value }, count);
    },
  });
  metrics.registry.registerMetric(counter);
  return (value) => counts.set(value, (counts.get(value) ?? 0) + 1);
};

/** A gauge by one label, read whenever the metrics are. */
export const createGauge = <Value extends string>({
  metrics,
  name,
  help,
  label,
  read,
}: Meter & { label: string; read: () => Record<Value, number> }): void => {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      for (const [value, number] of Object.entries<number>(read()))
        this.set({ [label]: value }, number);
    },
  });
  metrics.registry.registerMetric(gauge);
};

/** What waits in a collection: how many documents, and since when the first has. */
type Backlog = { count: number; oldestAt: Date | undefined };

const readDeadlineMs = 1_000;
const countedAtMost = 100_000;

/** Reads by the index of `field`, which only documents that wait carry. */
const readBacklog = async (collection: mongo.Collection, field: string): Promise<Backlog> => {
  const waiting = { [field]: { $gt: new Date(0) } };
  const options = { maxTimeMS: readDeadlineMs };
  const [count, [oldest]] = await Promise.all([
    collection.countDocuments(waiting, { ...options, limit: countedAtMost }),
    collection
      .find(waiting, options)
      .project({ [field]: 1 })
      .sort({ [field]: 1 })
      .limit(1)
      .toArray(),
  ]);
  return { count, oldestAt: oldest?.[field] as Date | undefined };
};

const unknown: Promise<undefined> = Promise.resolve(undefined);

type Labelled = { labels: Record<string, string>; read: () => Promise<number> };

/** What the gauges of backlogs show: several backlogs of one name differ by their labels. */
const shown = new WeakMap<object, Labelled[]>();

const showLabelled = ({ metrics, name, help }: Meter, labelled: Labelled) => {
  const known = shown.get(metrics.registry.getSingleMetric(name) ?? {});
  if (known) {
    known.push(labelled);
    return;
  }
  const all = [labelled];
  const gauge = new Gauge({
    name,
    help,
    labelNames: Object.keys(labelled.labels),
    registers: [],
    async collect() {
      await Promise.all(all.map(async ({ labels, read }) => this.set(labels, await read())));
    },
  });
  shown.set(gauge, all);
  metrics.registry.registerMetric(gauge);
};

/**
 * Shows `<name>` and `<name>_oldest_seconds`: how many documents wait by the indexed date `field`, and for how long
 * the first has. Read whenever the metrics are; NaN when the database does not answer within a second.
 */
export const watchBacklog = ({
  metrics,
  name,
  help,
  labels = {},
  collection,
  field,
}: Meter & {
  labels?: Record<string, string>;
  collection: mongo.Collection;
  field: string;
}): void => {
  let reading: Promise<Backlog | undefined> | undefined;
  // both gauges are read at once and share the answer
  const read = () => {
    reading ??= Promise.race([
      readBacklog(collection, field).catch(() => unknown),
      sleep(readDeadlineMs, undefined, { ref: false }),
    ]).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const show = (suffix: string, about: string, valueOf: (backlog: Backlog) => number) =>
    showLabelled(
      { metrics, name: `${name}${suffix}`, help: about },
      {
        labels,
        read: async () => {
          const backlog = await read();
          return backlog ? valueOf(backlog) : Number.NaN;
        },
      },
    );
  show("", `${help}: how many`, ({ count }) => count);
  show("_oldest_seconds", `${help}: for how long the first has`, ({ oldestAt }) =>
    oldestAt ? Math.max(0, Date.now() - oldestAt.getTime()) / 1_000 : 0,
  );
};
