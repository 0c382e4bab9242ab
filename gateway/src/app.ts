import { errorHandler } from "@orbline/kit/http/errors";
import { requestLogger } from "@orbline/kit/observability/logger";
import { pageReportPath } from "@orbline/proto/constants/page-reports";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from "express";
import { type ApiDeps, apiHandler } from "./api.ts";
import { openApiHandler, openApiPath } from "./docs/openapi.ts";
import { securityTxtPath, sendSecurityTxt } from "./docs/security-txt.ts";
import { atEnd, exchangeOf } from "./exchange/exchange.ts";
import { clientAddress, type ObserveDeps, startExchange } from "./exchange/observe.ts";
import { takeTurn } from "./exchange/turns.ts";
import { checkVersionAndHost } from "./guards/host.ts";
import type { FloodGuard } from "./guards/flood.ts";
import { removeLongHeaders } from "./guards/long-headers.ts";
import { checkedPath } from "./guards/path.ts";
import { refuseMethod } from "./proxy/errors.ts";
import { setOwnHeaders } from "./proxy/headers.ts";
import type { Route } from "./routes.ts";
import { cspReportHandler, cspReportPath, type ReportedDirective } from "./web/csp-reports.ts";
import type { AddPreview } from "./web/link-preview.ts";
import { pageReportHandler, type PageReportObserver } from "./web/page-reports.ts";
import { webHandler } from "./web/static-files.ts";
import type { WebFiles } from "./web/web-files.ts";

export type AppDeps = ApiDeps &
  ObserveDeps & {
    /** Routes that the OpenAPI document describes. */
    routes: readonly Route[];
    web: WebFiles | undefined;
    addPreview: AddPreview;
    refuseFlood: FloodGuard;
    removesServiceWorker: boolean;
    /** Address for security reports, in security.txt. */
    securityContact: string;
    isReady: () => boolean;
    onCspReport: (directive: ReportedDirective) => void;
    pageReports: PageReportObserver;
    /** Number of trusted proxies in front of the gateway. */
    trustedProxyHops: number;
  };

/** The gateway's public HTTP application. One handler does all steps, because each Express middleware costs time. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", deps.trustedProxyHops);
  const handle = requestHandler(deps);
  const observing = { ...deps, logger: requestLogger(deps.logger) };
  app.use((request, response, next) => {
    takeTurn(request, (done) => {
      const clientIp = clientAddress(request);
      if (deps.refuseFlood(response, clientIp)) return void response.once("close", done);
      const exchange = startExchange(observing, request, response, { clientIp, next });
      atEnd(exchange, done);
      try {
        handle(request, response)?.catch(exchange.fail);
      } catch (error) {
        exchange.fail(error);
      }
    });
  });
  app.use(ownHeaders, errorHandler(deps.logger));
  return app;
}

function requestHandler(deps: AppDeps) {
  const api = apiHandler(deps);
  const web = webHandler(deps);
  const openApi = openApiHandler(deps);
  const reports = new Map([
    [cspReportPath, cspReportHandler(deps)],
    [pageReportPath, pageReportHandler(deps)],
  ]);
  return (request: Request, response: Response): Promise<void> | undefined => {
    const { method } = request;
    checkVersionAndHost(request);
    removeLongHeaders(request);
    const path = checkedPath(request.url);
    exchangeOf(response).path = path;
    const isRead = method === "GET" || method === "HEAD";
    const isOpenApi = path === openApiPath;
    if (isApi(path) && !isOpenApi) return api(request, response);
    if (method === "POST" && path === unsubscribePath) return unsubscribe(api, request, response);
    setOwnHeaders(response);
    if (isRead && isHealth(path)) return sendHealth(response, deps.isReady);
    const report = reports.get(path);
    if (report) {
      void deps.limit("reports", exchangeOf(response).clientIp);
      return report(request, response);
    }
    void deps.limit("files", exchangeOf(response).clientIp);
    if (isRead && path === securityTxtPath) return sendSecurityTxt(response, deps);
    if (isOpenApi) {
      if (!isRead) refuseMethod(request, response, "GET, HEAD");
      return openApi(request, response);
    }
    return web(request, response);
  };
}

/** The address in the emails. A browser that opens it gets a page; a mail program posts to it (RFC 8058). */
const unsubscribePath = "/unsubscribe";

function unsubscribe(
  api: ReturnType<typeof apiHandler>,
  request: Request,
  response: Response,
): Promise<void> | undefined {
  request.url = `/api${request.url}`;
  exchangeOf(response).path = `/api${unsubscribePath}`;
  return api(request, response);
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

function isHealth(path: string): boolean {
  return path === "/healthz" || path === "/readyz";
}

/** Sends health in one word. Details are on the internal port only. */
function sendHealth(response: Response, isReady: () => boolean): undefined {
  const exchange = exchangeOf(response);
  exchange.label = exchange.path;
  const ok = exchange.path === "/healthz" || isReady();
  response.setHeader("cache-control", "no-store");
  response.status(ok ? 200 : 503).json({ status: ok ? "ok" : "not ready" });
}

const ownHeaders: ErrorRequestHandler = (error, _request, response, next) => {
  if (!response.headersSent) setOwnHeaders(response);
  next(error);
};
