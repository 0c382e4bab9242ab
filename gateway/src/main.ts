import { systemClock as clock } from "@orbline/kit/clock";
import { listen } from "@orbline/kit/http/app";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { connectRedis } from "@orbline/kit/redis/connection";
import { type Lifecycle, run } from "@orbline/kit/process/run";
import { createAccessLog } from "./exchange/access-log.ts";
import { createApp } from "./app.ts";
import { cachedAssertions } from "./guards/assertion.ts";
import { answerClientErrors } from "./server/client-errors.ts";
import { type Config, readConfig } from "./config.ts";
import { awaitFarewells } from "./server/drain.ts";
import { createInternalApp } from "./server/internal-app.ts";
import { gatewayCounters } from "./measure.ts";
import { limitsOf, rateLimiter } from "./guards/rate-limit.ts";
import { routeMatcher } from "./route-match.ts";
import { routes } from "./routes.ts";
import { openServiceProxies } from "./proxy/service-proxies.ts";
import { callerResolver } from "./guards/session.ts";
import { readWebFiles } from "./web/web-files.ts";

type Parts = { config: Config; logger: Logger; accessLog?: Logger };

/** Starts the gateway; resolves with its ports when it takes requests. */
export const start = async (parts: Parts & { lifecycle: Pick<Lifecycle, "onStop"> }) => {
  const { config, logger, accessLog = logger } = parts;
  const { onStop } = parts.lifecycle;
  const { COOKIE_INSECURE: insecureCookies, NAMESPACE: namespace } = config;
  const { INTERNAL_HOST, INTERNAL_PORT } = config;
  const metrics = createMetrics("gateway");
  const { refused, busy, asked } = gatewayCounters(metrics);
  const web = config.WEB_ROOT ? await readWebFiles(config.WEB_ROOT) : undefined;
  const redis = await connectRedis({ url: config.REDIS_URL, logger, emitInvalidate: true });
  onStop("redis", () => redis.destroy());
  const proxies = await openServiceProxies({ config, busy, onStop });
  let draining = false;
  const notReady = () => [...(draining ? ["draining"] : []), ...(redis.isReady ? [] : ["redis"])];
  const internalApp = createInternalApp({ metrics, notReady });
  const internal = await listen(internalApp, { host: INTERNAL_HOST, port: INTERNAL_PORT });
  onStop("internal http", internal.close);
  const app = createApp({
    logger,
    accessLog,
    metrics,
    trustsTraces: config.TRUST_TRACEPARENT,
    web,
    isReady: () => notReady().length === 0,
    isDraining: () => draining,
    routes,
    match: routeMatcher(routes),
    limit: rateLimiter({ redis, limits: limitsOf(config), namespace, refused }),
    resolveCaller: callerResolver({ redis, clock, logger, insecureCookies, asked }),
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
  const accessLog = createAccessLog(log);
  await run({
    logger,
    tracing: { service: "gateway", config },
    start: async (lifecycle) => {
      logger.info(await start({ config, logger, accessLog, lifecycle }), "listening");
    },
  });
}
