import { systemClock } from "@orbline/kit/clock";
import { listen } from "@orbline/kit/http";
import { createLogger, type Logger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { connectRedis } from "@orbline/kit/redis";
import { type Lifecycle, run } from "@orbline/kit/run";
import { createAccessLog } from "./access-log.ts";
import { createApp } from "./app.ts";
import { cachedAssertions } from "./assertion.ts";
import { bulkhead } from "./bulkhead.ts";
import { answerClientErrors } from "./client-errors.ts";
import { type Config, readConfig } from "./config.ts";
import { createInternalApp } from "./internal-app.ts";
import { awaitFarewells } from "./drain.ts";
import { gatewayCounters } from "./measure.ts";
import { serviceProxy } from "./proxy.ts";
import { limitsOf, rateLimiter } from "./rate-limit.ts";
import { routeMatcher } from "./route-match.ts";
import { routes, type Service } from "./routes.ts";
import { callerResolver } from "./session.ts";
import { readWebFiles } from "./web-files.ts";

const serviceProxies = (config: Config, busy: (service: Service) => void) => {
  const to = (service: Service, url: string) =>
    serviceProxy({
      url,
      maxTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
      places: bulkhead({ limit: config.UPSTREAM_CONCURRENCY, refused: () => busy(service) }),
    });
  return {
    identity: to("identity", config.IDENTITY_URL),
    billing: to("billing", config.BILLING_URL),
    prediction: to("prediction", config.PREDICTION_URL),
    admin: to("admin", config.ADMIN_URL),
  } satisfies Record<Service, unknown>;
};

type Start = {
  config: Config;
  logger: Logger;
  accessLog?: Logger;
  lifecycle: Pick<Lifecycle, "onStop">;
};

/** Starts the gateway; resolves with its ports when it takes requests. */
export const start = async (options: Start) => {
  const { config, logger, accessLog = logger, lifecycle } = options;
  const { onStop } = lifecycle;
  const metrics = createMetrics("gateway");
  const { refused, busy, asked } = gatewayCounters(metrics);
  const web = config.WEB_ROOT ? await readWebFiles(config.WEB_ROOT) : undefined;
  const redis = await connectRedis({ url: config.REDIS_URL, logger, emitInvalidate: true });
  onStop("redis", () => redis.destroy());
  const proxies = serviceProxies(config, busy);
  onStop("proxies", () => Promise.all(Object.values(proxies).map((proxy) => proxy.close())));
  await Promise.all(Object.values(proxies).map((proxy) => proxy.check()));

  let draining = false;
  const notReady = () => [...(draining ? ["draining"] : []), ...(redis.isReady ? [] : ["redis"])];
  const internal = await listen(createInternalApp({ metrics, notReady }), {
    host: config.INTERNAL_HOST,
    port: config.INTERNAL_PORT,
  });
  onStop("internal http", internal.close);
  const app = createApp({
    logger,
    accessLog,
    metrics,
    trustsTraces: config.TRUST_TRACEPARENT,
    web,
    isReady: () => notReady().length === 0,
    isDraining: () => draining,
    match: routeMatcher(routes),
    limit: rateLimiter({ redis, limits: limitsOf(config), namespace: config.NAMESPACE, refused }),
    resolveCaller: callerResolver({
      redis,
      clock: systemClock,
      logger,
      insecureCookies: config.COOKIE_INSECURE,
      asked,
    }),
    assertionFor: cachedAssertions({ privateKey: config.ASSERTION_PRIVATE_KEY }),
    proxies,
    publicOrigin: config.PUBLIC_ORIGIN,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  });
  const http = await listen(app, { host: config.HOST, port: config.PORT });
  answerClientErrors(http.server);
  onStop("http", () => http.close({ drainMs: 8_500 }));
  onStop("readiness", () => {
    draining = true;
    return awaitFarewells(http.server);
  });
  return { port: http.port, internalPort: internal.port };
};

if (import.meta.main) {
  const config = readConfig();
  const log = { service: "gateway", level: config.LOG_LEVEL };
  const logger = createLogger(log);
  const { accessLog, flush } = createAccessLog(log);
  await run({
    logger,
    tracing: { service: "gateway", config },
    start: async (lifecycle) => {
      lifecycle.onStop("access log", flush);
      logger.info(await start({ config, logger, accessLog, lifecycle }), "listening");
    },
  });
}
