import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { Logger } from "pino";
import type { Control } from "./control/control.ts";
import { controlCalls, controlRouter } from "./control/api.ts";
import { controlPages, requireSameOrigin } from "./control/page.ts";
import { apiRouter } from "./http/api.ts";
import { refuseForeignPages } from "./http/local-pages.ts";
import { errorBody, isStripeError, stripeError } from "./http/stripe-error.ts";
import { checkoutPages } from "./pages/checkout.ts";
import { pageRouter } from "./pages/page.ts";
import { portalPages } from "./pages/portal.ts";
import { allEndpoints } from "./resources/all.ts";
import type { World } from "./state/world.ts";

/** The Express app of the sandbox: API, hosted pages, control API and health check. */
export function createApp(
  world: World,
  control: Control,
  { secretKey, log }: { secretKey: string; log: Logger },
): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.get("/healthz", (_req, res) => {
    res.json({ status: "ok", now: world.clock.now() });
  });
  app.use(logRequests(log));
  app.use(refuseForeignPages);
  const calls = controlCalls(control);
  app.use("/_control", controlRouter(calls));
  app.use("/control", requireSameOrigin(world));
  app.use(pageRouter(world, { ...checkoutPages, ...portalPages, ...controlPages(control, calls) }));
  app.use(apiRouter({ world, secretKey, endpoints: allEndpoints }));
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
    const { status = 500 } = error as { status?: number };
    if (status >= 500 && !isStripeError(error))
      log.error({ err: error, path: req.path }, "internal error");
    const known = isStripeError(error)
      ? error
      : stripeError(status, status < 500 ? "Invalid request." : "Internal error of the sandbox.", {
          type: status < 500 ? "invalid_request_error" : "api_error",
        });
    res.status(known.status).json(errorBody(known));
  };
}
