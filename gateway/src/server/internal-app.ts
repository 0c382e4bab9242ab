import { healthRoutes } from "@orbline/kit/http/health";
import type { Metrics } from "@orbline/kit/observability/metrics";
import express, { type Express } from "express";

/** Metrics and readiness in detail, for a port that is not published. */
export const createInternalApp = (parts: {
  metrics: Metrics;
  notReady: () => string[];
}): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.use(healthRoutes(parts));
  return app;
};
