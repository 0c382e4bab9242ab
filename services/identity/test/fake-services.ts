import { AppError } from "@orbline/kit/errors";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { type GrpcService, grpcService } from "@orbline/kit/grpc/handler";
import { userDataServer } from "@orbline/kit/grpc/user-data";
import { createLogger } from "@orbline/kit/observability/logger";
import { testTokens } from "@orbline/kit/testing/keys";
import type { AuditServiceDefinition } from "@orbline/proto/gen/admin/v1/AuditService";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";

const logger = createLogger({ service: "test", level: "silent" });

/** The recorded calls of the fake services, and ways to change their responses. */
const newState = () => ({
  /** Calls in order, as `service.method:id`. */
  calls: [] as string[],
  /** The user of a paid checkout by its secret. Each works once. */
  redeemable: new Map<string, string>(),
  /** Replaced by a test to fail or delay an erasure. */
  billingErase: (): { done: boolean } => ({ done: true }),
  predictionErase: (): { done: boolean } => ({ done: true }),
  claim: (): void => undefined,
  /** Noted actions of admins, as `actor action target`. */
  notes: [] as string[],
});
type State = ReturnType<typeof newState>;

const billing = (state: State) =>
  grpcService<BillingAccountsServiceDefinition>({
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    allow: {
      RedeemCheckout: ["identity"],
      ClaimCheckout: ["identity"],
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
    },
  });

const audit = (state: State) =>
  grpcService<AuditServiceDefinition>({
    file: "admin/v1/audit.proto",
    name: "admin.v1.AuditService",
    allow: { NoteAction: ["identity"] },
    handlers: {
      NoteAction: ({ actorId, action, targetId }) => {
        state.notes.push(`${actorId} ${action} ${targetId}`);
        return Promise.resolve({});
      },
    },
  });

/** Starts fakes of the calls of billing, prediction and admin that identity uses. */
export const startFakeServices = async () => {
  const state = newState();
  const erase = (service: string, doErase: () => { done: boolean }) => async (userId: string) => {
    const { done } = doErase();
    state.calls.push(`${service}.erase:${userId}`);
    return done;
  };
  const serve = (...services: GrpcService[]) =>
    serveGrpc({ services, tokens: testTokens, host: "127.0.0.1", port: 0, logger });
  const [ofBilling, ofPrediction, ofAdmin] = await Promise.all([
    serve(
      billing(state),
      userDataServer({
        exportUser: async () => ({
          lists: { payments: [{ amountCents: 1999 }], kept: { payments: "by law" } },
        }),
        eraseUser: erase("billing", () => state.billingErase()),
      }),
    ),
    serve(
      userDataServer({
        exportUser: async (_userId, cursor) =>
          cursor === undefined
            ? { lists: { predictions: [{ id: "p1" }], history: [] }, nextCursor: "2" }
            : { lists: { predictions: [{ id: "p2" }] } },
        eraseUser: erase("prediction", () => state.predictionErase()),
      }),
    ),
    serve(
      userDataServer({
        exportUser: async (_userId, cursor) =>
          cursor === undefined
            ? { lists: { accounts: [{}], auditEntries: [{ by: "an admin" }] }, nextCursor: "7" }
            : { lists: { auditEntries: [{ by: "you" }] } },
      }),
      audit(state),
    ),
  ]);
  const servers = [ofBilling, ofPrediction, ofAdmin];
  return {
    state,
    env: {
      BILLING_GRPC: `127.0.0.1:${ofBilling.port}`,
      PREDICTION_GRPC: `127.0.0.1:${ofPrediction.port}`,
      ADMIN_GRPC: `127.0.0.1:${ofAdmin.port}`,
    },
    close: async () => {
      for (const server of servers) await server.close({ drainMs: 100 });
    },
  };
};
