import { grpcService } from "@orbline/kit/grpc/handler";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import { toState } from "../events/encode-state.ts";
import { compact } from "../domain/compact.ts";
import type { BillingDeps } from "../use-cases/ports.ts";
import {
  activateSubscription,
  cancelSubscription,
} from "../use-cases/subscription/admin-commands.ts";
import {
  describeSubscription,
  getSubscriptionStatus,
  type ProviderDetails,
} from "../use-cases/subscription/queries.ts";

/** Serves billing's calls to other services. */
export function billingServer(deps: BillingDeps) {
  return grpcService<BillingServiceDefinition>({
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    allow: {
      GetEntitlement: ["prediction", "admin"],
      GetSubscription: ["admin"],
      ActivateSubscription: ["admin"],
      CancelSubscription: ["admin"],
    },
    handlers: {
      GetEntitlement: async ({ userId }) => {
        const { access, version } = await getSubscriptionStatus(deps, userId);
        const { entitled, tier, accessUntil } = access;
        const trialing = tier === "premium_trial";
        return compact({ entitled, version, trialing, accessUntilMs: accessUntil?.getTime() });
      },
      GetSubscription: async ({ userId }) => {
        const described = await describeSubscription(deps, userId);
        const { access, version, customerId, source, provider } = described;
        return compact({
          subscription: toState(userId, access),
          version,
          providerCustomerId: customerId,
          providerSubscriptionId: source?.id,
          provider: provider && toProvider(provider),
        });
      },
      ActivateSubscription: async ({ userId, durationDays: days, commandId }) => {
        const { access, version } = await activateSubscription(deps, { userId, days, commandId });
        return { subscription: toState(userId, access), version };
      },
      CancelSubscription: async ({ userId, commandId }) => {
        const { access, version } = await cancelSubscription(deps, { userId, commandId });
        return { subscription: toState(userId, access), version };
      },
    },
  });
}

function toProvider({ periodEnd, nextAttemptAt, ...provider }: ProviderDetails) {
  return compact({
    ...provider,
    currentPeriodEndMs: periodEnd.getTime(),
    nextAttemptMs: nextAttemptAt?.getTime(),
  });
}
