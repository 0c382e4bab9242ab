import { type TopicName, topicIn, topics } from "@orbline/proto/topics";
import type { Router } from "express";
import { assertionVerifier } from "./auth.ts";
import { systemClock } from "./clock.ts";
import type { ServiceConfig } from "./config.ts";
import type { GrpcService } from "./grpc/handler.ts";
import { serveGrpc } from "./grpc/server.ts";
import { createHttpApp } from "./http/app.ts";
import { listenAs } from "./http/server.ts";
import { internalTls } from "./internal-tls.ts";
import type { ConsumedTopic } from "./kafka/access.ts";
import { connectKafka } from "./kafka/connection.ts";
import type { EventHandler } from "./kafka/event.ts";
import { type KafkaSettings, kafkaTarget } from "./kafka/target.ts";
import type { DataService } from "./mongo/access.ts";
import { connectMongo, isConnected } from "./mongo/connection.ts";
import { migrateDatabase, type Migration } from "./mongo/migrations.ts";
import { createLogger } from "./observability/logger.ts";
import { createMetrics } from "./observability/metrics.ts";
import { run } from "./process/run.ts";
import type { ServiceContext, StartOptions } from "./service-context.ts";

export type ServiceParts<Name extends DataService> = {
  /**
   * Handles the state messages of each topic, named without the namespace, as one consumer group. A service has a
   * handler for each topic that `kafka/access.ts` lets it consume, and for no other.
   */
  handlers: Record<ConsumedTopic<Name>, EventHandler> &
    Partial<Record<Exclude<TopicName, ConsumedTopic<Name>>, never>>;
  grpc: GrpcService[];
  /** Routes behind the gateway's assertion. */
  routes: (router: Router) => void;
  /** Routes that bring their own credential, such as a provider's signed webhook. Bodies arrive unparsed. */
  unassertedRoutes?: ((router: Router) => void) | undefined;
  /** Names of parts that are not ready, besides the database and the consumers. */
  notReady?: (() => string[]) | undefined;
};

/**
 * Starts a service: database with its migrations, Kafka with all topics, the service's own parts, consumers, gRPC,
 * and last HTTP, which reports readiness. Everything closes in reverse order: before it stops, the service reports
 * `draining` and closes each HTTP connection after its next response; gRPC then tells its clients to go elsewhere.
 * @returns the parts that `open` made and the ports, once the service takes requests
 */
export async function startService<
  Name extends DataService,
  Config extends ServiceConfig,
  Parts extends ServiceParts<Name>,
>({
  open,
  ...options
}: StartOptions<Config> & {
  name: Name;
  migrations: Migration[];
  /** Opens the service's parts. Parts registered with `lifecycle.onStop` close before database and Kafka. */
  open: (service: ServiceContext<Config>) => Promise<Parts>;
}): Promise<Parts & { port: number; grpcPort: number }> {
  const service = await connectService(options);
  const { name, config, logger, metrics, lifecycle, connection, kafka } = service;
  const parts = await open(service);
  await kafka.consume({
    groupId: `${config.NAMESPACE}${name}`,
    handlers: inNamespace(config.NAMESPACE, parts.handlers),
    fail: lifecycle.fail,
  });

  const grpc = await serveGrpc({
    services: parts.grpc,
    tokens: config.GRPC_TOKENS,
    host: config.HOST,
    port: config.GRPC_PORT,
    logger,
    metrics,
    tls: internalTls(config),
  });
  lifecycle.onStop("grpc", grpc.close);
  let isDraining = false;
  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: name }),
    routes: parts.routes,
    unassertedRoutes: parts.unassertedRoutes,
    notReady: () => [
      ...(isDraining ? ["draining"] : []),
      ...(isConnected(connection) ? [] : ["database"]),
      ...kafka.stalled(),
      ...(parts.notReady?.() ?? []),
    ],
  });
  const http = await listenAs(name, app, config);
  lifecycle.onStop("http", http.close);
  lifecycle.onStop("readiness", () => {
    isDraining = true;
    return http.drain();
  });
  return { ...parts, port: http.port, grpcPort: grpc.port };
}

/**
 * Connects a service to its database and to Kafka, runs its migrations and creates missing topics. Commands that use
 * a service's data without serving requests use it too.
 */
export async function connectService<
  Config extends Pick<ServiceConfig, "MONGO_URL" | "NAMESPACE"> & KafkaSettings,
>(
  options: StartOptions<Config> & { name: string; migrations: Migration[] },
): Promise<ServiceContext<Config>> {
  const { name, migrations, config, logger, lifecycle, clock = systemClock } = options;
  const metrics = createMetrics(name);
  const database = { url: config.MONGO_URL, logger };
  await migrateDatabase(database, migrations);
  const connection = await connectMongo(database);
  lifecycle.onStop("database", () => connection.close());

  const target = kafkaTarget(config);
  const kafka = await connectKafka({ ...target, clientId: name, logger, metrics });
  lifecycle.onStop("kafka", kafka.close);
  const { NAMESPACE, KAFKA_PARTITIONS } = config;
  await kafka.ensureTopics(
    Object.values(topics).map((topic) => topicIn(NAMESPACE, topic, KAFKA_PARTITIONS)),
  );
  return { name, config, logger, metrics, lifecycle, clock, connection, kafka };
}

/** Runs a service as a process: with its log, its traces, and an orderly stop on SIGTERM and SIGINT. */
export async function runService<Config extends ServiceConfig>(
  name: string,
  config: Config,
  start: (options: StartOptions<Config>) => Promise<unknown>,
): Promise<void> {
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  await run({
    logger,
    tracing: { service: name, config },
    start: (lifecycle) => start({ config, logger, lifecycle }),
  });
}

const inNamespace = (namespace: string, handlers: Record<string, EventHandler>) =>
  Object.fromEntries(
    Object.entries(handlers).map(([topic, handler]) => [`${namespace}${topic}`, handler]),
  );
