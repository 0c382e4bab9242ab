import express, { type Router } from "express";
import { Gauge } from "prom-client";
import type { Metrics } from "../observability/metrics.ts";

export const healthPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

type Options = {
  metrics: Metrics;
  /** Names of parts that are not ready; empty means ready. */
  notReady: () => string[];
};

/** Liveness, readiness (503 with the names of parts that are not ready) and metrics, for a port that is not published. */
export function healthRoutes({ metrics, notReady }: Options): Router {
  const readiness = new Gauge({
    name: "not_ready",
    help: "1 for each part that keeps the process from being ready",
    labelNames: ["part"] as const,
    registers: [],
    collect() {
      this.reset();
      for (const part of notReady()) this.set({ part }, 1);
    },
  });
  metrics.registry.registerMetric(readiness);
  const router = express.Router();
  router.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  router.get("/readyz", (_request, response) => {
    const parts = notReady();
    response.status(parts.length === 0 ? 200 : 503).json({ notReady: parts });
  });
  router.get("/metrics", async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}
