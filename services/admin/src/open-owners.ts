import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Config } from "./config.ts";
import { billingOperations } from "./grpc/billing-operations.ts";
import { billingSubscriptions } from "./grpc/billing-subscriptions.ts";
import { ownerTables } from "./grpc/owner-tables.ts";

/** Connects the services that own what admins look at and act on. */
export const openOwners = ({
  config,
  metrics,
  onStop,
}: {
  config: Config;
  metrics: Metrics;
  onStop: Lifecycle["onStop"];
}) => {
  const { GRPC_TOKEN: token, IDENTITY_GRPC: identity, PREDICTION_GRPC: prediction } = config;
  const subscriptions = billingSubscriptions({ address: config.BILLING_GRPC, token, metrics });
  onStop("billing client", subscriptions.close);
  const operations = billingOperations({ address: config.BILLING_GRPC, token, metrics });
  onStop("billing operations client", operations.close);
  const tables = ownerTables({ addresses: { identity, prediction }, token, metrics });
  onStop("table clients", tables.close);
  const { payments, webhooks } = operations;
  return { subscriptions, payments, webhooks, tables };
};
