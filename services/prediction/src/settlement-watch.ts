import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { ownCounter } from "@orbline/kit/observability/own-metrics";
import type { DuePredictions } from "./use-cases/ports.ts";

/** Operators see each stored prediction that cannot be settled once: in the log, and counted at /metrics. */
export const settlementWatch = ({ logger, metrics }: { logger: Logger; metrics: Metrics }) => {
  const unreadable = ownCounter(metrics, {
    name: "predictions_set_aside_total",
    help: "Stored predictions that cannot be read and were left unsettled",
    values: {},
  });
  return ({ id, reason }: DuePredictions["unreadable"][number]): void => {
    unreadable.inc();
    logger.error({ predictionId: id, reason }, "a stored prediction cannot be settled");
  };
};
