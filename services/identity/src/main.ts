import { assertionVerifier } from "@orbline/kit/auth";
import { systemClock as clock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { createHttpApp, listenAs } from "@orbline/kit/http/app";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { isConnected } from "@orbline/kit/mongo/connection";
import { run, type Lifecycle } from "@orbline/kit/process/run";
import { tablesServer } from "@orbline/kit/admin-tables/mongo-table";
import { readConfig, type Config } from "./config.ts";
import { consumers } from "./events/consumers.ts";
import { checkoutAccountsServer } from "./grpc/checkout-accounts-server.ts";
import { identityServer } from "./grpc/identity-server.ts";
import { routes } from "./http/routes.ts";
import { openIdentity } from "./open-identity.ts";
import { tables } from "./store/tables.ts";

type Start = { config: Config; logger: Logger; lifecycle: Lifecycle };

/** Starts the service; resolves with its ports when it takes requests. */
export const start = async ({ config, logger, lifecycle }: Start) => {
  const { HOST: host, NAMESPACE: namespace, COOKIE_INSECURE: cookieInsecure } = config;
  const metrics = createMetrics("identity");
  const opened = await openIdentity({ config, logger, metrics, lifecycle });
  const { database, kafka, redis, identity } = opened;
  const followed = consumers({ ...identity, namespace });
  await kafka.ensureTopics(followed.topics);
  await kafka.consume({ ...followed, fail: lifecycle.fail });

  const services = [
    identityServer({ ...identity, cookieInsecure }),
    checkoutAccountsServer(identity),
    tablesServer(tables(database)),
  ];
  const { GRPC_TOKENS: tokens, GRPC_PORT } = config;
  const grpc = await serveGrpc({ services, tokens, host, port: GRPC_PORT, logger, metrics });
  lifecycle.onStop("grpc", grpc.close);

  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "identity" }),
    routes: routes({ ...identity, clock, cookieInsecure }),
    notReady: () => [
      ...(isConnected(database) ? [] : ["database"]),
      ...(redis.isReady ? [] : ["redis"]),
      ...kafka.stalled(),
    ],
  });
  const http = await listenAs("identity", app, config);
  lifecycle.onStop("http", http.close);
  return { port: http.port, grpcPort: grpc.port };
};

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "identity", level: config.LOG_LEVEL });
  const tracing = { service: "identity", config };
  const begin = (lifecycle: Lifecycle) => start({ config, logger, lifecycle });
  await run({ logger, tracing, start: begin, givesBackMemory: true });
}
