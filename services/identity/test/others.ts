import { AppError } from "@orbline/kit/errors";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { grpcService } from "@orbline/kit/grpc/handler";
import { createLogger } from "@orbline/kit/observability/logger";
import { testTokens } from "@orbline/kit/testing/keys";
import type { AdminAccountsServiceDefinition } from "@orbline/proto/gen/admin/v1/AdminAccountsService";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import type { PredictionAccountsServiceDefinition } from "@orbline/proto/gen/prediction/v1/PredictionAccountsService";

const logger = createLogger({ service: "test", level: "silent" });

/** What the doubles were asked, and how a test lets them answer. */
const newBook = () => ({
  /** Calls in their order, as `service.what:user or checkout`. */
  calls: [] as string[],
  /** The user of a paid checkout, by its secret; each is good once. */
  redeemable: new Map<string, string>(),
  /** Set to let a service refuse or put off what it is asked to erase. */
  billingErase: (): { done: boolean } => ({ done: true }),
  predictionErase: (): { done: boolean } => ({ done: true }),
  claim: (): void => undefined,
  /** Predictions on two pages. */
  pages: [
    { json: '{"predictions":[{"id":"p1"}],"history":[]}', nextCursor: "2" },
    { json: '{"predictions":[{"id":"p2"}]}', nextCursor: "" },
  ],
});
type Book = ReturnType<typeof newBook>;

const billing = (book: Book) =>
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
        const userId = book.redeemable.get(secret);
        book.redeemable.delete(secret);
        if (userId) return Promise.resolve({ userId });
        return Promise.reject(new AppError("not-found", "checkout.not-found", "No such checkout."));
      },
      ClaimCheckout: ({ checkoutId, userId }) => {
        book.claim();
        book.calls.push(`billing.claim:${checkoutId}:${userId}`);
        return Promise.resolve({ version: 1 });
      },
      ExportUser: () => Promise.resolve({ json: '{"payments":[{"amountCents":1999}]}' }),
      EraseUser: ({ userId }) => {
        const answer = book.billingErase();
        book.calls.push(`billing.erase:${userId}`);
        return Promise.resolve(answer);
      },
    },
  });

const prediction = (book: Book) =>
  grpcService<PredictionAccountsServiceDefinition>({
    file: "prediction/v1/prediction_accounts.proto",
    name: "prediction.v1.PredictionAccountsService",
    allow: { ExportUser: ["identity"], EraseUser: ["identity"] },
    handlers: {
      ExportUser: ({ cursor }) => Promise.resolve(book.pages[cursor === "" ? 0 : 1] ?? {}),
      EraseUser: ({ userId }) => {
        const answer = book.predictionErase();
        book.calls.push(`prediction.erase:${userId}`);
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

/** Billing, prediction and admin, as far as identity asks them. */
export const startOthers = async () => {
  const book = newBook();
  const server = await serveGrpc({
    services: [billing(book), prediction(book), admin()],
    tokens: testTokens,
    host: "127.0.0.1",
    port: 0,
    logger,
  });
  const address = `127.0.0.1:${server.port}`;
  return {
    book,
    env: { ADMIN_GRPC: address, BILLING_GRPC: address, PREDICTION_GRPC: address },
    close: () => server.close({ drainMs: 100 }),
  };
};
