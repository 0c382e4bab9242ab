import { AppError } from "@orbline/kit/errors";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { grpcService } from "@orbline/kit/grpc/handler";
import { createLogger } from "@orbline/kit/observability/logger";
import { testTokens } from "@orbline/kit/testing/keys";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";

import { fakeBillingAdmin } from "./fake-billing.ts";

const logger = createLogger({ service: "test", level: "silent" });

/** A subscription's state; by default there is none. */
export const subscription = (fields: Partial<SubscriptionState> = {}): SubscriptionState => ({
  userId: "",
  status: "none",
  accessStatus: "none",
  tier: "free",
  plan: "",
  entitled: false,
  ...fields,
});

const active = { status: "active", tier: "premium", entitled: true };

/** A fake of billing that records commands, grants once per command id, and can be down. */
export const fakeBilling = () => {
  const commands: { method: string; request: object }[] = [];
  /** Granted days by command id. */
  const grants = new Map<string, number>();
  const billing = { isDown: false, losesAnswers: false, version: 1, commands, grants };
  const answer = (
    method: string,
    request: { userId: string },
    fields: Partial<SubscriptionState>,
  ) => {
    if (billing.isDown) throw new AppError("unavailable", "unavailable", "billing is down");
    commands.push({ method, request });
    return Promise.resolve({
      subscription: subscription({ userId: request.userId, ...fields }),
      version: billing.version,
    });
  };
  const service = grpcService<BillingServiceDefinition>({
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    allow: {
      GetEntitlement: [],
      GetSubscription: ["admin"],
      ActivateSubscription: ["admin"],
      CancelSubscription: ["admin"],
    },
    handlers: {
      GetEntitlement: () => Promise.resolve({}),
      GetSubscription: async (request) => ({
        ...(await answer("get", request, active)),
        providerCustomerId: "cus_1",
        providerSubscriptionId: "sub_1",
        provider: { status: "active", plan: "monthly", cancelAtPeriodEnd: false },
      }),
      ActivateSubscription: async (request) => {
        const granted = await answer("activate", request, active);
        const { commandId, durationDays } = request;
        if (!grants.has(commandId)) grants.set(commandId, durationDays);
        if (billing.losesAnswers) throw new AppError("unavailable", "unavailable", "no answer");
        return granted;
      },
      CancelSubscription: (request) => answer("cancel", request, { status: "canceled" }),
    },
  });
  return { billing, service };
};

/** Starts a fake of billing, the service that admin calls. */
export const startOwners = async () => {
  const { billing, service } = fakeBilling();
  const { service: operations, ...money } = fakeBillingAdmin();
  const { port, close } = await serveGrpc({
    services: [service, operations],
    tokens: testTokens,
    host: "127.0.0.1",
    port: 0,
    logger,
  });
  return { billing, money, env: { BILLING_GRPC: `127.0.0.1:${port}` }, close };
};
