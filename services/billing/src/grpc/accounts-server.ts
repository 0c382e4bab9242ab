import { grpcService } from "@orbline/kit/grpc/handler";
import { hashSecret } from "@orbline/kit/http/cookies";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import { toState } from "../events/encode-state.ts";
import { claimCheckout, redeemCheckout } from "../use-cases/guest/claim.ts";
import type { BillingDeps } from "../use-cases/ports.ts";

/** Serves guest purchases to identity. */
export function accountsServer(deps: BillingDeps) {
  return grpcService<BillingAccountsServiceDefinition>({
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    allow: {
      RedeemCheckout: ["identity"],
      ClaimCheckout: ["identity"],
    },
    handlers: {
      RedeemCheckout: async ({ sessionId, secret }) => {
        const secretHash = hashSecret(secret);
        return { userId: await redeemCheckout(deps, { sessionId, secretHash }) };
      },
      ClaimCheckout: async ({ checkoutId, userId }) => {
        const { access, version } = await claimCheckout(deps, { checkoutId, userId });
        return { subscription: toState(userId, access), version };
      },
    },
  });
}
