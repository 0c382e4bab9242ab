import { grpcService } from "@orbline/kit/grpc/handler";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import { toState } from "../events/encode-state.ts";
import type { Billing } from "../use-cases/billing.ts";

/** Billing's calls for other services: mapping only. */
export const billingServer = (billing: Billing) =>
  grpcService<BillingServiceDefinition>({
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
        const { access, version } = await billing.getSubscriptionStatus(userId);
        return {
          entitled: access.entitled,
          version,
          ...(access.accessUntil && { accessUntilMs: access.accessUntil.getTime() }),
        };
      },
      GetSubscription: async ({ userId }) => {
        const { access, version, customerId, source, provider } =
          await billing.describeSubscription(userId);
        return {
          subscription: toState(userId, access),
          version,
          ...(customerId && { providerCustomerId: customerId }),
          ...(source && { providerSubscriptionId: source.id }),
          ...(provider && {
            provider: {
              status: provider.status,
              plan: provider.plan,
              cancelAtPeriodEnd: provider.cancelAtPeriodEnd,
              ...(provider.periodEnd && { currentPeriodEndMs: provider.periodEnd.getTime() }),
              ...(provider.nextAttemptAt && { nextAttemptMs: provider.nextAttemptAt.getTime() }),
              ...(provider.error && { error: provider.error }),
            },
          }),
        };
      },
      ActivateSubscription: async ({ userId, durationDays, commandId }) => {
        const { version } = await billing.activateSubscription({
          userId,
          days: durationDays,
          commandId,
        });
        const { access } = await billing.getSubscriptionStatus(userId);
        return { subscription: toState(userId, access), version };
      },
      CancelSubscription: async ({ userId, commandId }) => {
        const { version } = await billing.cancelSubscription({ userId, commandId });
        const { access } = await billing.getSubscriptionStatus(userId);
        return { subscription: toState(userId, access), version };
      },
    },
  });
