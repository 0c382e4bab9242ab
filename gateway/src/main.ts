import { systemClock as clock } from "@orbline/kit/clock";
import { listen } from "@orbline/kit/http/server";
import { healthRoutes } from "@orbline/kit/http/health";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { type Lifecycle, run } from "@orbline/kit/process/run";
import { connectRedis, redisTarget } from "@orbline/kit/redis/connection";
import express from "express";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { cachedAssertions } from "./guards/assertion.ts";
import { slowReaderGuard } from "./guards/slow-readers.ts";
import { floodGuard } from "./guards/flood.ts";
import { providerGuard } from "./guards/provider-requests.ts";
import { limitsOf, rateLimiter } from "./guards/rate-limit.ts";
import { callerResolver } from "./guards/session.ts";
import { gatewayCounters, pageMetrics } from "./metrics.ts";
import { openForwarders } from "./proxy/forward.ts";
import { routeMatcher, routes } from "./routes.ts";
import { handleClientErrors, limitConnections, passOnRefusals } from "./server.ts";
import { linkPreviews } from "./web/link-preview.ts";
import { readWebFiles } from "./web/web-files.ts";

type StartOptions = {
  config: Config;
  logger: Logger;
  lifecycle: Pick<Lifecycle, "onStop">;
};

/** Starts the gateway. Resolves with its ports when it accepts requests. */
export async function start({ config, logger, lifecycle: { onStop } }: StartOptions) {
  const metrics = createMetrics("gateway");
  const counters = gatewayCounters(metrics);
  const web = config.WEB_ROOT
    ? await readWebFiles(config.WEB_ROOT, config.PUBLIC_ORIGIN)
    : undefined;
  const redis = await connectRedis({ ...redisTarget(config), logger, emitInvalidate: true });
  onStop("redis", () => redis.destroy());

  const forwarders = openForwarders({
    config,
    onStop,
    onBusy: counters.onBusy,
    onRepeat: counters.onRepeat,
  });
  const limits = limitsOf(config);
  const { onRateLimited } = counters;
  const limit = rateLimiter({ redis, limits, namespace: config.NAMESPACE, onRateLimited });
  const resolveCaller = callerResolver({
    redis,
    clock,
    logger,
    publicOrigin: config.PUBLIC_ORIGIN,
    onCacheLookup: counters.onCacheLookup,
  });

  const assertionFor = cachedAssertions({ privateKey: config.ASSERTION_PRIVATE_KEY });

  let draining = false;
  const notReady = () => [...(draining ? ["draining"] : []), ...(redis.isReady ? [] : ["redis"])];
  const internalApp = express().disable("x-powered-by").use(healthRoutes({ metrics, notReady }));
  const internal = await listen(internalApp, {
    host: config.INTERNAL_HOST,
    port: config.INTERNAL_PORT,
  });
  onStop("internal http", internal.close);

  const app = createApp({
    logger,
    metrics,
    trustsTraces: config.TRUST_TRACEPARENT,
    web,
    addPreview: linkPreviews({
      read: forwarders.prediction.read,
      assertionFor,
      publicOrigin: config.PUBLIC_ORIGIN,
    }),
    isReady: () => notReady().length === 0,
    onCspReport: counters.onCspReport,
    pageReports: pageMetrics(metrics),
    routes,
    match: routeMatcher(routes),
    limit,
    refuseFlood: floodGuard({ limits, onRateLimited }),
    checkProvider: providerGuard({ onRateLimited: () => counters.onRateLimited("webhook") }),
    checkSlowReader: slowReaderGuard({ onRateLimited }),
    resolveCaller,
    assertionFor,
    forwarders,
    publicOrigin: config.PUBLIC_ORIGIN,
    removesServiceWorker: config.SERVICE_WORKER === "remove",
    securityContact: config.SECURITY_CONTACT,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  });
  const http = await listen(app, { host: config.HOST, port: config.PORT });
  handleClientErrors(http.server);
  passOnRefusals(http.server);
  const stopWatch = limitConnections(http.server, {
    maxConnections: config.MAX_CONNECTIONS,
    maxConnectionsPerClient:
      config.TRUSTED_PROXY_HOPS === 0 ? config.MAX_CONNECTIONS_PER_CLIENT : undefined,
  });
  onStop("connection watch", stopWatch);
  onStop("http", () => http.close({ drainMs: 8_500 }));
  onStop("readiness", () => {
    draining = true;
    return http.drain({ timeoutMs: 500 });
  });
  return { port: http.port, internalPort: internal.port };
}

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "gateway", level: config.LOG_LEVEL });
  await run({
    logger,
    tracing: { service: "gateway", config },
    start: async (lifecycle) => {
      logger.info(await start({ config, logger, lifecycle }), "listening");
    },
  });
}
