import { serviceClient } from "@orbline/kit/grpc/client";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { PredictionContext } from "../config.ts";
import type { EntitlementOwner } from "../use-cases/ports.ts";

export function billingEntitlements(service: PredictionContext): EntitlementOwner {
  const billing = serviceClient<BillingServiceDefinition>(service, {
    address: service.config.BILLING_GRPC,
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
  });
  return {
    ask: async (userId) => {
      const { entitled, accessUntilMs, trialing } = await billing.GetEntitlement({ userId });
      const accessUntil = accessUntilMs ? new Date(accessUntilMs) : undefined;
      return { entitled, accessUntil, isTrial: trialing };
    },
  };
}
