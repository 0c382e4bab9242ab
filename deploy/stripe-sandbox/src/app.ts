import type { Logger } from "@orbline/kit/observability/logger";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { Control } from "./control/control.ts";
import { controlRouter } from "./control/routes.ts";
import { apiRouter } from "./http/api.ts";
import type { Idempotency } from "./http/idempotency.ts";
import { errorBody, isStripeError, stripeError } from "./http/stripe-error.ts";
import { controlPageRouter } from "./pages/control/routes.ts";
import { invoiceRouter } from "./pages/portal/invoices.ts";
import { portalRouter } from "./pages/portal/routes.ts";
import { checkoutRouter } from "./pages/checkout/routes.ts";
import { allEndpoints } from "./resources/all.ts";
import type { World } from "./state/world.ts";

type Deps = {
  world: World;
  control: Control;
  idempotency: Idempotency;
  secretKey: string;
  log: Logger;
};

/** The Express app of the sandbox: API, hosted pages, control API and health check. */
export function createApp({ world, control, idempotency, secretKey, log }: Deps): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.get("/healthz", (_req, res) => {
    res.json({ status: "ok", now: world.clock.now() });
  });
  app.use(logRequests(log));
  app.use("/_control", controlRouter(control));
  app.use(controlPageRouter(world, control));
  app.use(checkoutRouter(world));
  app.use(portalRouter(world));
  app.use(invoiceRouter(world));
  app.use(apiRouter({ world, idempotency, secretKey, endpoints: allEndpoints }));
  app.use((_req, res) => void res.status(404).json({ message: "not found" }));
  app.use(sendError(log));
  return app;
}

function logRequests(log: Logger) {
  return (req: Request, res: Response, next: NextFunction) => {
    const started = performance.now();
    const path = req.path;
    res.on("finish", () => {
      const ms = Math.round(performance.now() - started);
      log.info({ method: req.method, path, status: res.statusCode, ms }, "request");
    });
    next();
  };
}

function sendError(log: Logger) {
  return (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const status = statusOf(error);
    const known = isStripeError(error)
      ? error
      : stripeError(status, status < 500 ? "Invalid request." : "Internal error of the sandbox.", {
          type: status < 500 ? "invalid_request_error" : "api_error",
        });
    if (status >= 500 && !isStripeError(error))
      log.error({ err: error, path: req.path }, "internal error");
    res.status(known.status).json(errorBody(known));
  };
}

function statusOf(error: unknown): number {
  return typeof error === "object" &&
    error !== null &&
    "status" in error &&
    typeof error.status === "number"
    ? error.status
    : 500;
}
