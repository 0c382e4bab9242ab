import { hash } from "node:crypto";
import { grpcService } from "@orbline/kit/grpc/handler";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import { toState } from "../events/encode-state.ts";
import type { Billing } from "../use-cases/billing.ts";

/** Billing's calls for identity: mapping only. */
export const accountsServer = (billing: Billing) =>
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
      RedeemCheckout: async ({ sessionId, secret }) => {
        const secretHash = hash("sha256", secret);
        return { userId: await billing.redeemCheckout({ sessionId, secretHash }) };
      },
      ClaimCheckout: async ({ checkoutId, userId }) => {
        const { access, version } = await billing.claimCheckout({ checkoutId, userId });
        return { subscription: toState(userId, access), version };
      },
      ExportUser: async ({ userId }) => ({
        json: JSON.stringify(await billing.exportUser(userId)),
      }),
      EraseUser: async ({ userId }) => ({ done: await billing.eraseUser(userId) }),
    },
  });
