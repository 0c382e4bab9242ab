import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { assertionVerifier } from "@orbline/kit/auth";
import { type Clock, systemClock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { createHttpApp, listenAs } from "@orbline/kit/http/app";
import { connectKafka } from "@orbline/kit/kafka/connection";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo, isConnected } from "@orbline/kit/mongo/connection";
import { run, type Lifecycle } from "@orbline/kit/process/run";
import { readConfig, type Config } from "./config.ts";
import { consumers } from "./events/consumers.ts";
import { accountsServer } from "./grpc/accounts-server.ts";
import { allRoutes } from "./http/all-routes.ts";
import { openDeadLetters } from "./open-dead-letters.ts";
import { openOwners } from "./open-owners.ts";
import { migrations } from "./store/migrations.ts";
import { mongoAuditLog } from "./store/mongo-audit-log.ts";
import { mongoUserViews } from "./store/mongo-user-views.ts";
import { createAdmin } from "./use-cases/admin.ts";
import { applyAccountState } from "./use-cases/apply-account-state.ts";
import { applySubscriptionState } from "./use-cases/apply-subscription-state.ts";

const newId = () => `adm_${randomUUID().replaceAll("-", "")}`;

type Start = { config: Config; logger: Logger; lifecycle: Lifecycle; clock?: Clock };

/** Starts the service; resolves with its ports when it takes requests. */
export const start = async ({ config, logger, lifecycle, clock = systemClock }: Start) => {
  const { onStop, fail } = lifecycle;
  const { NAMESPACE: namespace, KAFKA_BROKERS: brokers, HOST: host } = config;
  const metrics = createMetrics("admin");
  const connection = await connectMongo({ url: config.MONGO_URL, logger });
  onStop("database", () => connection.close());
  await migrate(connection, migrations);
  const users = mongoUserViews({ connection, clock });
  const auditLog = mongoAuditLog({ connection });
  const owners = openOwners({ config, metrics, onStop });

  const kafka = await connectKafka({ brokers, clientId: "admin", logger, metrics });
  onStop("kafka", kafka.close);
  const common = { connection, kafka, namespace, clock, logger, lifecycle };
  const deadLetters = await openDeadLetters(common);
  const followed = consumers({
    namespace,
    applyAccountState: applyAccountState({ users, deadLetters }),
    applySubscriptionState: applySubscriptionState({ users }),
  });
  await kafka.ensureTopics(followed.topics);
  await kafka.consume({ ...followed, fail });

  const admin = createAdmin({ ...owners, users, deadLetters, auditLog, clock, newId, sleep });
  const services = [accountsServer(admin)];
  const { GRPC_TOKENS: tokens, GRPC_PORT } = config;
  const grpc = await serveGrpc({ services, tokens, host, port: GRPC_PORT, logger, metrics });
  onStop("grpc", grpc.close);
  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "admin" }),
    routes: allRoutes(admin),
    notReady: () => [...(isConnected(connection) ? [] : ["database"]), ...kafka.stalled()],
  });
  const http = await listenAs("admin", app, config);
  onStop("http", http.close);
  return { port: http.port, grpcPort: grpc.port };
};

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "admin", level: config.LOG_LEVEL });
  const tracing = { service: "admin", config };
  const begin = (lifecycle: Lifecycle) => start({ config, logger, lifecycle });
  await run({ logger, tracing, start: begin, givesBackMemory: true });
}
