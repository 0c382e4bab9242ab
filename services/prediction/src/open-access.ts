import type { Lifecycle } from "@orbline/kit/process/run";
import { connectKafka } from "@orbline/kit/kafka/connection";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Connection } from "mongoose";
import type { Config } from "./config.ts";
import { consumers } from "./events/consumers.ts";
import { billingEntitlements } from "./grpc/billing-entitlements.ts";
import { mongoEntitlements } from "./store/mongo-entitlements.ts";
import { applySubscriptionState } from "./use-cases/apply-subscription-state.ts";
import { checkEntitlement } from "./use-cases/check-entitlement.ts";
import type { Clock } from "./use-cases/ports.ts";

/** Follows who may predict by billing's events; `check` asks billing itself before it refuses anybody. */
export const openAccess = async ({
  config,
  connection,
  clock,
  logger,
  metrics,
  lifecycle: { onStop, fail },
}: {
  config: Config;
  connection: Connection;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
}) => {
  const { NAMESPACE: namespace, KAFKA_BROKERS: brokers, BILLING_GRPC: address } = config;
  const entitlements = mongoEntitlements({ connection });
  const owner = billingEntitlements({ address, token: config.GRPC_TOKEN, metrics });
  onStop("billing client", owner.close);
  const kafka = await connectKafka({ brokers, clientId: "prediction", logger, metrics });
  onStop("kafka", kafka.close);
  const apply = applySubscriptionState({ entitlements });
  const followed = consumers({ namespace, applySubscriptionState: apply });
  await kafka.ensureTopics(followed.topics);
  await kafka.consume({ ...followed, fail });
  return { check: checkEntitlement({ entitlements, owner, clock }), stalled: kafka.stalled };
};
