import { connectGrpc } from "@orbline/kit/grpc/client";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { EntitlementOwner } from "../use-cases/ports.ts";

/** Entitlements asked from billing itself by gRPC. */
export const billingEntitlements = (connection: {
  address: string;
  token: string;
  metrics: Metrics;
}): EntitlementOwner & { close: () => void } => {
  const billing = connectGrpc<BillingServiceDefinition>({
    ...connection,
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    caller: "prediction",
  });
  return {
    ask: async (userId) => {
      const { entitled, accessUntilMs } = await billing.GetEntitlement({ userId });
      return { entitled, ...(accessUntilMs && { accessUntil: new Date(accessUntilMs) }) };
    },
    close: billing.close,
  };
};
