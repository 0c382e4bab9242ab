import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import type { CheckoutAccountsServiceDefinition } from "@orbline/proto/gen/identity/v1/CheckoutAccountsService";
import { affiliateCodeSchema, emailSchema } from "@orbline/proto/http/fields";
import { z } from "zod";
import type { UserId } from "../domain/user.ts";
import type { CheckoutAccount, OpenCheckoutAccount } from "../use-cases/open-checkout-account.ts";
import type { SendClaimLink } from "../use-cases/send-claim-link.ts";
import { toAccountMessage } from "./account-message.ts";

type Deps = {
  openCheckoutAccount: (checkout: OpenCheckoutAccount) => Promise<CheckoutAccount>;
  sendClaimLink: (purchase: SendClaimLink) => Promise<void>;
};

const openSchema = z.object({
  email: emailSchema,
  checkoutId: z.string().min(1),
  termsAccepted: z.boolean().optional(),
  affiliateCode: affiliateCodeSchema.optional(),
});

const linkSchema = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId),
  checkoutId: z.string().min(1),
  plan: z.string().max(32),
  reminder: z.int().min(0),
  email: emailSchema.optional(),
});

/** Accounts of who bought with an e-mail alone, for billing. */
export const checkoutAccountsServer = ({ openCheckoutAccount, sendClaimLink }: Deps) =>
  grpcService<CheckoutAccountsServiceDefinition>({
    file: "identity/v1/checkout_accounts.proto",
    name: "identity.v1.CheckoutAccountsService",
    allow: { OpenAccount: ["billing"], SendClaimLink: ["billing"] },
    handlers: {
      OpenAccount: async (request) => {
        const { account, created } = await openCheckoutAccount(parseInput(openSchema, request));
        return { user: toAccountMessage(account), created };
      },
      SendClaimLink: async (request) => {
        await sendClaimLink(parseInput(linkSchema, request));
        return {};
      },
    },
  });
