import { withContext } from "@orbline/kit/observability/context";
import { AppError } from "@orbline/kit/errors";
import { errorHandler } from "@orbline/kit/http/errors";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type Response,
} from "express";
import { type ApiDeps, apiHandler } from "./api.ts";
import { docsHandler, isDocs } from "./docs/docs.ts";
import { exchangeOf } from "./exchange/exchange.ts";
import { setOwnHeaders } from "./proxy/headers.ts";
import { observe } from "./exchange/observe.ts";
import type { Route } from "./routes.ts";
import { webHandler } from "./web/static-files.ts";
import { checkedPath } from "./guards/path.ts";
import type { WebFiles } from "./web/web-files.ts";

/** What the gateway's public side is made of. */
export type AppDeps = ApiDeps & {
  /** What the description of the API tells of. */
  routes: readonly Route[];
  logger: Logger;
  /** Where each request leaves its line. */
  accessLog: Logger;
  metrics: Metrics;
  /** Whether a client's word on the trace it belongs to counts. */
  trustsTraces: boolean;
  web: WebFiles | undefined;
  /** Whether requests can be served now. */
  isReady: () => boolean;
  /** How many proxies of ours stand before the gateway. */
  trustedProxyHops: number;
  /** Whether the process is about to end: then each answer ends its connection. */
  isDraining: () => boolean;
};

/** The checked path of a request. @throws for what no part of the gateway takes */
const admit = (request: Request, response: Response): string => {
  if (request.method === "TRACE") {
    response.setHeader("allow", "GET, HEAD, POST");
    throw new AppError("method-not-allowed", "method.not-allowed", "TRACE is not allowed.");
  }
  const path = checkedPath(request.url);
  exchangeOf(response).path = path;
  return path;
};

const isHealth = (method: string, path: string) =>
  (path === "/healthz" || path === "/readyz") && (method === "GET" || method === "HEAD");

/** Health in one word; what is wrong in detail is only told on the internal port. */
const answerHealth = (response: Response, isReady: () => boolean) => {
  const { path } = exchangeOf(response);
  exchangeOf(response).route = path;
  const ok = path === "/healthz" || isReady();
  response.setHeader("cache-control", "no-store");
  response.status(ok ? 200 : 503).json({ status: ok ? "ok" : "not ready" });
};

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");

/** Whoever fails, the answer is the gateway's own. */
const ownHeaders: ErrorRequestHandler = (error, _request, response, next) => {
  if (!response.headersSent) setOwnHeaders(response);
  next(error);
};

/** What is logged of a failure names its request and trace; whatever goes well has its one line. */
const inContext = (response: Response, work: () => void) => {
  const { requestId, traceparent } = exchangeOf(response);
  withContext({ requestId, traceparent }, work);
};

/** The gateway's public HTTP application: one handler, as each step of express has its price. */
export const createApp = (deps: AppDeps): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", deps.trustedProxyHops);
  const api = apiHandler(deps);
  const web = webHandler(deps);
  const docs = docsHandler(deps.routes);
  const { accessLog, metrics, trustsTraces } = deps;
  const observed = observe({ logger: accessLog, metrics, trustsTraces });
  const handle = (request: Request, response: Response, next: NextFunction) => {
    if (deps.isDraining()) response.shouldKeepAlive = false;
    const path = admit(request, response);
    const asksForDocs = isDocs(request.method, path);
    if (isApi(path) && !asksForDocs) return api(request, response, next);
    setOwnHeaders(response);
    if (isHealth(request.method, path)) return answerHealth(response, deps.isReady);
    void deps.limit("files", exchangeOf(response).clientIp);
    return asksForDocs ? docs(request, response) : web(request, response);
  };
  app.use((request, response, next) => {
    const fail = (error: unknown) => inContext(response, () => next(error));
    observed(request, response, () => {
      try {
        handle(request, response, fail)?.catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  });
  app.use(ownHeaders, errorHandler(deps.logger));
  return app;
};
