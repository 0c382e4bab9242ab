import { Histogram, type HistogramConfiguration } from "prom-client";

type Label = "method" | "route" | "status";

/** A request that is over. */
export type Served = { method: string; route: string; status: number; ms: number };

/** Requests of one method, route and status: how many by bucket, the last for all that took longer, and their sum. */
type Series = { labels: Record<Label, string | number>; counts: Float64Array; sumSeconds: number };

/** One level of the way to a series; made when it is first asked for. */
const under = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

/**
 * A histogram of what requests have taken, shown like each of prom-client's. Theirs checks the labels and puts them
 * together at every observation; here a series is found by its labels as they are, and its counts are numbers alone.
 */
export class RequestDurations extends Histogram<Label> {
  readonly #name: string;
  readonly #upperBounds: readonly number[];
  readonly #series: Series[] = [];
  readonly #byRoute = new Map<string, Map<string, Map<number, Series>>>();

  /** `buckets` are the upper bounds in seconds, in ascending order. */
  constructor(
    options: Omit<HistogramConfiguration<Label>, "labelNames" | "buckets"> & { buckets: number[] },
  ) {
    super({ ...options, labelNames: ["method", "route", "status"] });
    this.#name = options.name;
    this.#upperBounds = options.buckets;
  }

  #begin(labels: Series["labels"]): Series {
    const counts = new Float64Array(this.#upperBounds.length + 1);
    const series = { labels, counts, sumSeconds: 0 };
    this.#series.push(series);
    return series;
  }

  /** Counts a request. */
  add({ method, route, status, ms }: Served): void {
    const byMethod = under(this.#byRoute, route, () => new Map<string, Map<number, Series>>());
    const byStatus = under(byMethod, method, () => new Map<number, Series>());
    const series = under(byStatus, status, () => this.#begin({ method, route, status }));
    const seconds = ms / 1_000;
    const bounds = this.#upperBounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sumSeconds += seconds;
  }

  #shown({ labels: sharedLabels, counts, sumSeconds }: Series) {
    let count = 0;
    const buckets = [...this.#upperBounds, "+Inf"].map((le, index) => {
      count += counts[index] ?? 0;
      return { metricName: `${this.#name}_bucket`, labels: { le }, sharedLabels, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels: {}, sharedLabels, value: sumSeconds },
      { metricName: `${this.#name}_count`, labels: {}, sharedLabels, value: count },
    ];
  }

  /** What prom-client asks a histogram for, in its form. */
  async getForPromString() {
    const { name, help, type, aggregator } = this as unknown as Record<string, string>;
    return {
      name,
      help,
      type,
      aggregator,
      values: this.#series.flatMap((one) => this.#shown(one)),
    };
  }
}
