import type { Metrics } from "@orbline/kit/metrics";
import express, { type Express } from "express";

/** Metrics and readiness in detail, for a port that is not published. */
export const createInternalApp = ({
  metrics,
  notReady,
}: {
  metrics: Metrics;
  notReady: () => string[];
}): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  app.get("/readyz", (_request, response) => {
    const parts = notReady();
    response.status(parts.length === 0 ? 200 : 503).json({ notReady: parts });
  });
  app.get("/metrics", async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return app;
};
