import { Counter, Gauge } from "prom-client";
import type { Metrics } from "./metrics.ts";

type Named<Label extends string> = { name: string; help: string; labels: readonly Label[] };

/** A counter of one service's own, served with the others of its process. */
export const ownCounter = <Label extends string>(
  { registry }: Metrics,
  { name, help, labels }: Named<Label>,
) => new Counter({ name, help, labelNames: [...labels], registers: [registry] });

/** A gauge of one service's own, served with the others of its process. */
export const ownGauge = <Label extends string>(
  { registry }: Metrics,
  { name, help, labels }: Named<Label>,
) => new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
