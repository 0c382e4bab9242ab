import { Histogram, type Registry } from "prom-client";

const labelNames = ["method", "route", "status"] as const;
type Labels = Record<(typeof labelNames)[number], string | number>;

/** A request that is over. */
export type Served = { method: string; route: string; status: number; ms: number };

/** Requests of one method, route and status: how many by bucket, the last for all that took longer, and their sum. */
type Series = { labels: Labels; counts: Float64Array; sumSeconds: number };

/** One level of the way to a series; made when it is first asked for. */
const under = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

/** A series as prom-client's histograms tell of theirs. */
const shown = (
  { labels: sharedLabels, counts, sumSeconds }: Series,
  { name, upperBounds }: { name: string; upperBounds: readonly number[] },
) => {
  let count = 0;
  const buckets = [...upperBounds, "+Inf"].map((le, index) => {
    count += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sumSeconds },
    { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
  ];
};

/**
 * A histogram of what requests have taken, served like each of prom-client's. Theirs checks the labels and puts them
 * together at every observation; here a series is found by its labels as they are, and its counts are numbers alone.
 */
export const requestDurations = ({
  registry,
  name,
  help,
  buckets: upperBounds,
}: {
  registry: Registry;
  name: string;
  help: string;
  /** Upper bounds in seconds, in ascending order. */
  buckets: number[];
}) => {
  const all: Series[] = [];
  const byRoute = new Map<string, Map<string, Map<number, Series>>>();

  const begin = (labels: Labels): Series => {
    const counts = new Float64Array(upperBounds.length + 1);
    const series = { labels, counts, sumSeconds: 0 };
    all.push(series);
    return series;
  };

  const histogram = new Histogram({
    name,
    help,
    labelNames,
    buckets: upperBounds,
    registers: [registry],
  });
  const { type, aggregator } = histogram as unknown as Record<string, string>;
  const values = () => all.flatMap((series) => shown(series, { name, upperBounds }));
  // What a registry asks for the text that it serves, and `get` for its own answer.
  const getForPromString = () =>
    Promise.resolve({ name, help, type, aggregator, values: values() });
  Object.assign(histogram, { getForPromString });

  return {
    /** Counts a request. */
    add: ({ method, route, status, ms }: Served): void => {
      const byMethod = under(byRoute, route, () => new Map<string, Map<number, Series>>());
      const byStatus = under(byMethod, method, () => new Map<number, Series>());
      const series = under(byStatus, status, () => begin({ method, route, status }));
      const seconds = ms / 1_000;
      let bucket = 0;
      while (bucket < upperBounds.length && seconds > (upperBounds[bucket] ?? 0)) bucket += 1;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sumSeconds += seconds;
    },
  };
};
