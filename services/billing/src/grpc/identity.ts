import { AppError } from "@orbline/kit/errors";
import { serviceClient } from "@orbline/kit/grpc/client";
import type { Account__Output } from "@orbline/proto/gen/identity/v1/Account";
import type { CheckoutAccountsServiceDefinition } from "@orbline/proto/gen/identity/v1/CheckoutAccountsService";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import type { BillingContext } from "../config.ts";
import { compact } from "../domain/compact.ts";
import type { Account, Accounts } from "../use-cases/ports.ts";

/** A busy identity service delays a purchase and does not refuse it. */
const patient = { deadlineMs: 5_000 };

/** A new account waits for its password's hash. With the page's 20 seconds it is less than the gateway's 30. */
const forNewAccount = { deadlineMs: 9_000 };

/** Reads and opens accounts in the identity service over gRPC. */
export function identityAccounts(service: BillingContext): Accounts {
  const address = service.config.IDENTITY_GRPC;
  const identity = serviceClient<IdentityServiceDefinition>(service, {
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    address,
  });
  const guests = serviceClient<CheckoutAccountsServiceDefinition>(service, {
    file: "identity/v1/checkout_accounts.proto",
    name: "identity.v1.CheckoutAccountsService",
    address,
  });
  return {
    signUp: async (account) => {
      const { user, sessionCookie } = await identity.SignUp(compact(account), forNewAccount);
      return { account: toAccount(user), sessionCookie };
    },
    find: async (id) => toAccount((await identity.GetUser({ id }, patient)).user),
    open: async (request) => {
      const { user, created } = await guests.OpenAccount(compact(request), patient);
      return { account: toAccount(user), created };
    },
    sendClaimLink: async (link) => {
      await guests.SendClaimLink(link, patient);
    },
  };
}

function toAccount(user: Account__Output | null): Account {
  if (!user) throw new AppError("internal", "internal", "identity responded without an account");
  const { id, username, emailVerified, hasPassword } = user;
  return {
    id,
    username,
    emailVerified,
    hasPassword,
    role: user.role === "admin" ? "admin" : "user",
    createdAt: new Date(user.createdAtMs),
    email: user.email || undefined,
    phone: user.phone || undefined,
    affiliateCode: user.affiliateCode || undefined,
  };
}
