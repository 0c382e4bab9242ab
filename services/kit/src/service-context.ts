import type { Connection } from "mongoose";
import type { Clock } from "./clock.ts";
import type { ServiceConfig } from "./config.ts";
import type { KafkaConnection } from "./kafka/connection.ts";
import type { Logger } from "./observability/logger.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { Lifecycle } from "./process/run.ts";

export type StartOptions<Config> = {
  config: Config;
  logger: Logger;
  lifecycle: Lifecycle;
  clock?: Clock | undefined;
};

/** Shared parts of a service. Functions that open other parts take it, or a `Pick` of it. */
export type ServiceContext<Config = ServiceConfig> = {
  /** Name of the service: audience of its assertions, caller of its gRPC calls, source of its events. */
  name: string;
  config: Config;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
  clock: Clock;
  connection: Connection;
  kafka: KafkaConnection;
};
