import { connectGrpc } from "@orbline/kit/grpc/client";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Account__Output } from "@orbline/proto/gen/identity/v1/Account";
import type { CheckoutAccountsServiceDefinition } from "@orbline/proto/gen/identity/v1/CheckoutAccountsService";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import { AppError } from "@orbline/kit/errors";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../use-cases/ports.ts";

const toAccount = (sent: Account__Output | null): Account => {
  if (!sent) throw new AppError("internal", "internal", "identity answered without an account");
  return {
    id: sent.id,
    username: sent.username,
    emailVerified: sent.emailVerified,
    hasPassword: sent.hasPassword,
    role: sent.role === "admin" ? "admin" : "user",
    createdAt: new Date(sent.createdAtMs),
    ...(sent.email && { email: sent.email }),
    ...(sent.phone && { phone: sent.phone }),
    ...(sent.affiliateCode && { affiliateCode: sent.affiliateCode }),
  };
};

/** Accounts asked from identity by gRPC. */
export const identityAccounts = (connection: {
  address: string;
  token: string;
  metrics: Metrics;
}): Accounts & { close: () => void } => {
  const identity = connectGrpc<IdentityServiceDefinition>({
    ...connection,
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    caller: "billing",
  });
  const guests = connectGrpc<CheckoutAccountsServiceDefinition>({
    ...connection,
    file: "identity/v1/checkout_accounts.proto",
    name: "identity.v1.CheckoutAccountsService",
    caller: "billing",
  });
  return {
    signUp: async (account) => {
      const answer = await identity.SignUp(account, { deadlineMs: 5_000 });
      return { account: toAccount(answer.user), sessionCookie: answer.sessionCookie };
    },
    find: async (id) => toAccount((await identity.GetUser({ id })).user),
    open: async (request) => {
      const { user, created } = await guests.OpenAccount(request, { deadlineMs: 5_000 });
      return { account: toAccount(user), created };
    },
    sendClaimLink: async (link) => {
      await guests.SendClaimLink(link, { deadlineMs: 5_000 });
    },
    close: () => {
      identity.close();
      guests.close();
    },
  };
};
