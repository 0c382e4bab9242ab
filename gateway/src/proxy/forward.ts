import { readFileSync } from "node:fs";
import { endSiteKey } from "@orbline/kit/client-key";
import { socketPathOf } from "@orbline/kit/http/server";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Request, RequestHandler, Response } from "express";
import { createProxyMiddleware, type Plugin } from "http-proxy-middleware";
import type { Config } from "../config.ts";
import { type Exchange, exchangeOf } from "../exchange/exchange.ts";
import { inFlightLimit } from "../guards/in-flight.ts";
import type { Service } from "../routes.ts";
import { type ConcurrencyLimit, concurrencyLimit } from "./concurrency-limit.ts";
import { bodyTooLarge, upstreamBusy } from "./errors.ts";
import { downstreamResponseHeaders, upstreamRequestHeaders } from "./headers.ts";
import { hasBody, readBody } from "./request-body.ts";
import { type Read, readJson } from "./read-json.ts";
import { openReplicas, type Replicas } from "./replicas.ts";
import { sendUpstream, type UpstreamRequest } from "./upstream.ts";

/** Responses of all services that one client may leave unread. Each takes up to 256 kB of memory. */
export const maxUnreadResponses = 64;

/** Part of a service's slots that one client may take, also a burst of it or many users behind one address. */
const clientShare = 0.75;

export type Forwarder = {
  /** Forwards a request; reads the route and the assertion from the exchange. */
  handle: RequestHandler;
  /** Reads JSON for the gateway itself; undefined if the service does not give it in time. */
  read: (request: Read) => Promise<unknown>;
};
export type Forwarders = Record<Service, Forwarder>;

/**
 * Opens the connections to every service. Each service has its own concurrency limit, and the payment provider a
 * second one, so that no flood of requests refuses a webhook.
 */
export function openForwarders({
  config,
  onBusy,
  onRepeat,
  onStop,
}: Pick<Lifecycle, "onStop"> & {
  config: Config;
  onBusy: (service: Service) => void;
  onRepeat: (service: Service) => void;
}): Forwarders {
  const ca = config.INTERNAL_TLS_CA ? readFileSync(config.INTERNAL_TLS_CA) : undefined;
  const countUnread = inFlightLimit({ max: maxUnreadResponses });
  const open = (service: Service, urls: readonly string[]): Forwarder => {
    const slots = { limit: config.UPSTREAM_CONCURRENCY, onBusy: () => onBusy(service) };
    const share = Math.ceil(slots.limit * clientShare);
    const { close, ...opened } = forwarder({
      urls,
      // The one folder has one socket of each service.
      socketPath:
        urls.length > 1 ? undefined : config.SOCKET_DIR && socketPathOf(config.SOCKET_DIR, service),
      ca,
      maxTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
      limit: concurrencyLimit({ ...slots, share }),
      providerLimit: concurrencyLimit(slots),
      countUnread,
      onRepeat: () => onRepeat(service),
    });
    onStop(`forwarder ${service}`, close);
    return opened;
  };
  return {
    identity: open("identity", config.IDENTITY_URL),
    billing: open("billing", config.BILLING_URL),
    prediction: open("prediction", config.PREDICTION_URL),
    admin: open("admin", config.ADMIN_URL),
  };
}

type ForwarderOptions = {
  /** Addresses of the service's replicas. */
  urls: readonly string[];
  /** Unix socket on which the service listens on this machine, instead of the URL's host and port. */
  socketPath?: string | undefined;
  /** Authority of the certificates of services. */
  ca?: Buffer | undefined;
  /** Upper bound of every route's own timeout. */
  maxTimeoutMs: number;
  limit: ConcurrencyLimit;
  /** Limit of requests from the payment provider. */
  providerLimit: ConcurrencyLimit;
  /** Limits the responses that a client leaves unread. */
  countUnread: ReturnType<typeof inFlightLimit>;
  /** Called for each request that is sent again. */
  onRepeat: () => void;
};

/**
 * A forwarder to one service. http-proxy-middleware hands each request to the plugin below, which sends it with
 * undici: only allow-listed headers pass, and bodies are never parsed.
 */
export function forwarder(options: ForwarderOptions): Forwarder & { close: () => Promise<void> } {
  const { urls, socketPath, ca, limit, providerLimit } = options;
  const connections = limit.limit + providerLimit.limit;
  const replicas = openReplicas({ urls, socketPath, ca, connections });
  const plugin: Plugin<Request, Response> = (proxy) => {
    proxy.before("web", "", (request, response) => {
      try {
        forward(replicas, options, request as Request, response as Response);
      } catch (error) {
        // The middleware does not pass on what a plugin throws.
        exchangeOf(response as Response).fail(error);
      }
      return true;
    });
    proxy.on("error", (error, _request, response) => exchangeOf(response as Response).fail(error));
  };
  const handle = createProxyMiddleware<Request, Response>({
    pathFilter: () => true,
    // Required, and not used: the plugin chooses the replica.
    target: urls[0] ?? "",
    // The default plugins log, and send errors in their own format.
    ejectPlugins: true,
    plugins: [plugin],
  });
  return {
    handle,
    read: (request) => readJson({ replicas, limit }, request),
    close: replicas.close,
  };
}

function forward(
  replicas: Replicas,
  options: ForwarderOptions,
  request: Request,
  response: Response,
): void {
  const exchange = exchangeOf(response);
  const { route, assertion } = upstreamOf(exchange);
  const limit = route.access === "provider" ? options.providerLimit : options.limit;
  // Refuses before reading the body, because each refusal has to be cheap under overload.
  const client = endSiteKey(exchange.clientIp);
  if (limit.isFull(client)) throw upstreamBusy;
  sendWithBody(
    {
      replicas,
      onRepeat: options.onRepeat,
      takeSlot: () => limit.acquire(client),
      request,
      response,
      timeoutMs: Math.min(route.timeoutMs, options.maxTimeoutMs),
      headers: upstreamRequestHeaders(request, { route, exchange, assertion }),
      responseHeaders: (from) =>
        downstreamResponseHeaders(from, { route, requestId: exchange.requestId }),
      countUnread: () => options.countUnread(client, exchange, () => undefined),
    },
    route.bodyLimit,
  );
}

function upstreamOf({ upstream }: Exchange) {
  if (!upstream) throw new Error("a request was forwarded without a route");
  return upstream;
}

/** Reads the body completely before the request takes a slot at the service. */
function sendWithBody(upstream: UpstreamRequest, limit: number): void {
  const { request, response } = upstream;
  if (!hasBody(request)) sendUpstream(upstream, null);
  else
    readBody({
      request,
      limit,
      onBody: (body) => sendUpstream(upstream, body),
      onTooLarge: () => exchangeOf(response).fail(bodyTooLarge()),
    });
}
