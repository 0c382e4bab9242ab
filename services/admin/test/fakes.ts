import { AppError } from "@orbline/kit/errors";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { grpcService } from "@orbline/kit/grpc/handler";
import { createLogger } from "@orbline/kit/observability/logger";
import { type Table, tablesServer } from "@orbline/kit/admin-tables/mongo-table";
import { testTokens } from "@orbline/kit/testing/keys";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";

import { fakeBillingAdmin } from "./fake-billing.ts";

const logger = createLogger({ service: "test", level: "silent" });

/** The state of a subscription, by default none. */
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

/** A fake of billing: it records commands, grants once per command id, and can be down. */
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
    if (billing.isDown) throw new AppError("unavailable", "unavailable", "billing is away");
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

/** A table of five rows with every kind of cell. */
const tableOf = (name: string): Table => ({
  columns: ["id", "text", "number", "flag", "nothing"],
  page: ({ limit, after = "0" }) => {
    const ids = ["1", "2", "3", "4", "5"].filter((id) => id > after);
    const page = ids.slice(0, limit);
    return Promise.resolve({
      rows: page.map((id) => [id, name, 0, false, null]),
      total: 5,
      next: ids.length > limit ? page.at(-1) : undefined,
    });
  },
});

const tablesOf = (...names: string[]) =>
  tablesServer(Object.fromEntries(names.map((name) => [name, tableOf(name)])));

const serve = (services: Parameters<typeof serveGrpc>[0]["services"]) =>
  serveGrpc({ services, tokens: testTokens, host: "127.0.0.1", port: 0, logger });

/** Starts fakes of the services that admin calls. */
export const startOwners = async () => {
  const { billing, service } = fakeBilling();
  const { service: operations, ...money } = fakeBillingAdmin();
  const servers = {
    identity: await serve([tablesOf("users", "waitlist_entries")]),
    billing: await serve([service, operations]),
    prediction: await serve([
      tablesOf("user_betting_profiles", "user_bet_history", "ml_model_performance"),
    ]),
  };
  return {
    billing,
    money,
    env: {
      IDENTITY_GRPC: `127.0.0.1:${servers.identity.port}`,
      BILLING_GRPC: `127.0.0.1:${servers.billing.port}`,
      PREDICTION_GRPC: `127.0.0.1:${servers.prediction.port}`,
    },
    close: () => Promise.all(Object.values(servers).map((server) => server.close())),
  };
};
