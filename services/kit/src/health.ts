import express, { type Router } from "express";
import type { Metrics } from "./metrics.ts";

/**
 * What whoever runs a process asks it: whether it lives, what is not ready yet (503), and its metrics. Only for
 * a port that is not published.
 */
export const healthRoutes = ({
  metrics,
  notReady,
}: {
  metrics: Metrics;
  /** The names of what is not ready; empty means ready. */
  notReady: () => string[];
}): Router => {
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
};
