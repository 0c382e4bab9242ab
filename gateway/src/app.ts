import { AppError } from "@orbline/kit/errors";
import { errorHandler } from "@orbline/kit/http-errors";
import type { Logger } from "@orbline/kit/logger";
import type { Metrics } from "@orbline/kit/metrics";
import express, { type Express, type RequestHandler } from "express";
import { type ApiDeps, apiHandler } from "./api.ts";
import { exchangeOf } from "./exchange.ts";
import { setSecurityHeaders } from "./headers.ts";
import { observe } from "./observe.ts";
import { webHandler } from "./static.ts";
import { checkedPath } from "./url-check.ts";
import type { WebFiles } from "./web-files.ts";

/** What the gateway's public side is made of. */
export type AppDeps = ApiDeps & {
  logger: Logger;
  metrics: Metrics;
  web: WebFiles | undefined;
  /** Whether requests can be served now. */
  isReady: () => boolean;
};

const ingress: RequestHandler = (request, response, next) => {
  setSecurityHeaders(response);
  if (request.method === "TRACE") {
    response.setHeader("allow", "GET, HEAD, POST");
    throw new AppError("method-not-allowed", "method.not-allowed", "TRACE is not allowed.");
  }
  exchangeOf(response).path = checkedPath(request.url);
  next();
};

/** Health in one word; what is wrong in detail is only told on the internal port. */
const health =
  (isReady: () => boolean): RequestHandler =>
  (request, response, next) => {
    const { path } = exchangeOf(response);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || (path !== "/healthz" && path !== "/readyz")) {
      next();
      return;
    }
    exchangeOf(response).route = path;
    const ok = path === "/healthz" || isReady();
    response.setHeader("cache-control", "no-store");
    response.status(ok ? 200 : 503).json({ status: ok ? "ok" : "not ready" });
  };

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");

/** The gateway's public HTTP application. */
export const createApp = (deps: AppDeps): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  const api = apiHandler(deps);
  const web = webHandler(deps);
  app.use(observe(deps));
  app.use(ingress);
  app.use(health(deps.isReady));
  app.use((request, response, next) =>
    isApi(exchangeOf(response).path) ? api(request, response, next) : web(request, response, next),
  );
  app.use(errorHandler(deps.logger));
  return app;
};
