import { connectGrpc } from "@orbline/kit/grpc/client";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import type { UserId } from "../domain/user.ts";
import type { Holdings, Purchases } from "../use-cases/ports.ts";
import { readObject, slowCall } from "./other-service.ts";

/** Purchases, and what billing keeps about users, asked by gRPC. */
export const billingAccounts = (connection: {
  address: string;
  token: string;
  metrics: Metrics;
}): Purchases & Holdings & { close: () => void } => {
  const billing = connectGrpc<BillingAccountsServiceDefinition>({
    ...connection,
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    caller: "identity",
  });
  return {
    redeem: async (checkout) => {
      const { userId } = await billing.RedeemCheckout(checkout, slowCall);
      return userId as UserId;
    },
    claim: async (purchase) => {
      await billing.ClaimCheckout(purchase, slowCall);
    },
    exportUser: async (userId) => readObject((await billing.ExportUser({ userId }, slowCall)).json),
    eraseUser: async (userId) => (await billing.EraseUser({ userId }, slowCall)).done,
    close: billing.close,
  };
};
