import { createGauge } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";

/** Shows the time of the newest tree head, so that operators notice when none is signed. */
export const newestHeadGauge = (metrics: Metrics) =>
  createGauge(metrics, {
    name: "record_log_newest_head_seconds",
    help: "Time of the newest signed tree head, in seconds since the epoch",
  });
