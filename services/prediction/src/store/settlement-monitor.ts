import { createCounter } from "@orbline/kit/observability/instruments";
import type { ServiceContext } from "@orbline/kit/service-context";
import type { SettlementMonitor } from "../use-cases/ports.ts";

/** Counts and logs each prediction that cannot be settled. */
export function settlementMonitor({
  logger,
  metrics,
}: Pick<ServiceContext, "logger" | "metrics">): SettlementMonitor {
  const unreadable = createCounter(metrics, {
    name: "predictions_set_aside_total",
    help: "Stored predictions that cannot be read and stay unsettled",
    values: {},
  });
  return {
    reportUnreadable: ({ id, reason }) => {
      unreadable.inc();
      logger.error({ predictionId: id, reason }, "a stored prediction cannot be settled");
    },
  };
}
