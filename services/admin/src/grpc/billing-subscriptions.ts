import { serviceClient } from "@orbline/kit/grpc/client";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { ProviderSubscription__Output } from "@orbline/proto/gen/billing/v1/ProviderSubscription";
import type { AdminContext } from "../config.ts";
import { decodeSubscription } from "../events/decode-subscription.ts";
import type { SubscriptionDetails, Subscriptions } from "../use-cases/ports.ts";

const deadlineMs = 10_000;

const toProvider = ({
  status,
  plan,
  cancelAtPeriodEnd,
  currentPeriodEndMs,
  error,
}: ProviderSubscription__Output): NonNullable<SubscriptionDetails["provider"]> => ({
  status,
  plan,
  cancelAtPeriodEnd,
  ...(currentPeriodEndMs && { currentPeriodEnd: new Date(currentPeriodEndMs) }),
  ...(error && { error }),
});

/** Subscriptions asked and commanded by gRPC; commands wait for the provider, so their deadline is longer. */
export function billingSubscriptions(service: AdminContext): Subscriptions {
  const billing = serviceClient<BillingServiceDefinition>(service, {
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    address: service.config.BILLING_GRPC,
  });
  return {
    describe: async (userId) => {
      const answer = await billing.GetSubscription({ userId }, { deadlineMs });
      const { providerCustomerId: customerId, providerSubscriptionId: subscriptionId } = answer;
      return {
        subscription: decodeSubscription(answer.subscription),
        ...(customerId && { customerId }),
        ...(subscriptionId && { subscriptionId }),
        ...(answer.provider && { provider: toProvider(answer.provider) }),
      };
    },
    activate: async ({ userId, days, commandId }) => {
      const command = { userId, durationDays: days, commandId };
      const { subscription, version } = await billing.ActivateSubscription(command, { deadlineMs });
      return { subscription: decodeSubscription(subscription), version };
    },
    cancel: async (command) => {
      const { subscription, version } = await billing.CancelSubscription(command, { deadlineMs });
      return { subscription: decodeSubscription(subscription), version };
    },
  };
}
