import { AppError } from "@orbline/kit/errors";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { grpcService } from "@orbline/kit/grpc/handler";
import { createLogger } from "@orbline/kit/observability/logger";
import { testTokens } from "@orbline/kit/testing/keys";
import type { AdminAccountsServiceDefinition } from "@orbline/proto/gen/admin/v1/AdminAccountsService";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import type { PredictionAccountsServiceDefinition } from "@orbline/proto/gen/prediction/v1/PredictionAccountsService";

const logger = createLogger({ service: "test", level: "silent" });

/** The recorded calls of the fake services, and how a test changes their responses. */
const newState = () => ({
  /** Calls in order, as `service.method:id`. */
  calls: [] as string[],
  /** The user of a paid checkout, by its secret; each is good once. */
  redeemable: new Map<string, string>(),
  /** Replaced by a test to fail or delay an erasure. */
  billingErase: (): { done: boolean } => ({ done: true }),
  predictionErase: (): { done: boolean } => ({ done: true }),
  claim: (): void => undefined,
  /** Predictions on two pages. */
  pages: [
    { json: '{"predictions":[{"id":"p1"}],"history":[]}', nextCursor: "2" },
    { json: '{"predictions":[{"id":"p2"}]}', nextCursor: "" },
  ],
});
type State = ReturnType<typeof newState>;

const billing = (state: State) =>
  grpcService<BillingAccountsServiceDefinition>({
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    allow: {
      RedeemCheckout: ["identity"],
      ClaimCheckout: ["identity"],
      ExportUser: ["identity"],
      EraseUser: ["identity"],
    },
    handlers: {
      RedeemCheckout: ({ secret }) => {
        const userId = state.redeemable.get(secret);
        state.redeemable.delete(secret);
        if (userId) return Promise.resolve({ userId });
        return Promise.reject(new AppError("not-found", "checkout.not-found", "No such checkout."));
      },
      ClaimCheckout: ({ checkoutId, userId }) => {
        state.claim();
        state.calls.push(`billing.claim:${checkoutId}:${userId}`);
        return Promise.resolve({ version: 1 });
      },
      ExportUser: () => Promise.resolve({ json: '{"payments":[{"amountCents":1999}]}' }),
      EraseUser: ({ userId }) => {
        const answer = state.billingErase();
        state.calls.push(`billing.erase:${userId}`);
        return Promise.resolve(answer);
      },
    },
  });

const prediction = (state: State) =>
  grpcService<PredictionAccountsServiceDefinition>({
    file: "prediction/v1/prediction_accounts.proto",
    name: "prediction.v1.PredictionAccountsService",
    allow: { ExportUser: ["identity"], EraseUser: ["identity"] },
    handlers: {
      ExportUser: ({ cursor }) => Promise.resolve(state.pages[cursor === "" ? 0 : 1] ?? {}),
      EraseUser: ({ userId }) => {
        const answer = state.predictionErase();
        state.calls.push(`prediction.erase:${userId}`);
        return Promise.resolve(answer);
      },
    },
  });

const admin = () =>
  grpcService<AdminAccountsServiceDefinition>({
    file: "admin/v1/admin_accounts.proto",
    name: "admin.v1.AdminAccountsService",
    allow: { ExportUser: ["identity"] },
    handlers: {
      ExportUser: ({ cursor }) =>
        Promise.resolve(
          cursor === ""
            ? { json: '{"accounts":[{}],"auditEntries":[{"by":"an admin"}]}', nextCursor: "7" }
            : { json: '{"auditEntries":[{"by":"you"}]}', nextCursor: "" },
        ),
    },
  });

/** Starts fakes of billing, prediction and admin, as far as identity calls them. */
export const startFakeServices = async () => {
  const state = newState();
  const server = await serveGrpc({
    services: [billing(state), prediction(state), admin()],
    tokens: testTokens,
    host: "127.0.0.1",
    port: 0,
    logger,
  });
  const address = `127.0.0.1:${server.port}`;
  return {
    state,
    env: { ADMIN_GRPC: address, BILLING_GRPC: address, PREDICTION_GRPC: address },
    close: () => server.close({ drainMs: 100 }),
  };
};
