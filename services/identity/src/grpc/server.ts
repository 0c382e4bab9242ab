import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import { sessionCookie } from "@orbline/kit/redis/sessions";
import type { Account as AccountMessage } from "@orbline/proto/gen/identity/v1/Account";
import type { CheckoutAccountsServiceDefinition } from "@orbline/proto/gen/identity/v1/CheckoutAccountsService";
import type { GetUserRequest__Output } from "@orbline/proto/gen/identity/v1/GetUserRequest";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import {
  affiliateCodeSchema,
  checkoutUsernameSchema,
  emailSchema,
  newPasswordSchema,
  phoneSchema,
} from "@orbline/proto/http/fields";
import { z } from "zod";
import { userNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import { openCheckoutAccount, sendClaimLink } from "../use-cases/guest-purchase.ts";
import type { Account, IdentityDeps, Users } from "../use-cases/ports.ts";
import { signUp } from "../use-cases/register.ts";

const signUpSchema = z.object({
  username: checkoutUsernameSchema,
  password: newPasswordSchema,
  email: emailSchema.optional(),
  phone: phoneSchema.optional(),
  termsAccepted: z.boolean().optional(),
  userAgent: z.string().optional(),
  affiliateCode: affiliateCodeSchema.optional(),
  clientIp: z.string().max(64).optional(),
});

/** Serves accounts to the other services; `allow` lists which services may call each method. */
export function identityServer(deps: IdentityDeps & { publicOrigin: string }) {
  return grpcService<IdentityServiceDefinition>({
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    allow: { SignUp: ["billing"], GetUser: ["billing", "prediction"] },
    handlers: {
      SignUp: async (request) => {
        const { clientIp: ip, ...input } = parseInput(signUpSchema, request);
        const { account, sessionToken, created } = await deps.conflictLimits.guard(ip, () =>
          signUp(deps, { ...input, ip }),
        );
        deps.securityLog.record({
          action: created ? "register" : "sign-in",
          outcome: "ok",
          userId: account.user.id,
          client: { ip, userAgent: input.userAgent },
        });
        const cookie = sessionCookie(sessionToken, deps.publicOrigin);
        return { user: toMessage(account), sessionCookie: cookie, created };
      },
      GetUser: async (request) => {
        const account = await findByKey(deps.users, request);
        if (!account) throw userNotFound();
        return { user: toMessage(account) };
      },
    },
  });
}

const openSchema = z.object({
  email: emailSchema,
  checkoutId: z.string().min(1),
  termsAccepted: z.boolean().optional(),
  affiliateCode: affiliateCodeSchema.optional(),
});

const claimLinkSchema = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId),
  checkoutId: z.string().min(1),
  plan: z.string().max(32),
  reminder: z.int().min(0),
  email: emailSchema,
});

/** Serves the accounts of guest purchases to billing. */
export function checkoutAccountsServer(deps: IdentityDeps) {
  return grpcService<CheckoutAccountsServiceDefinition>({
    file: "identity/v1/checkout_accounts.proto",
    name: "identity.v1.CheckoutAccountsService",
    allow: { OpenAccount: ["billing"], SendClaimLink: ["billing"] },
    handlers: {
      OpenAccount: async (request) => {
        const checkout = parseInput(openSchema, request);
        const { account, created } = await openCheckoutAccount(deps, checkout);
        return { user: toMessage(account), created };
      },
      SendClaimLink: async (request) => {
        await sendClaimLink(deps, parseInput(claimLinkSchema, request));
        return {};
      },
    },
  });
}

function findByKey(
  users: Users,
  { key, id, username, email }: GetUserRequest__Output,
): Promise<Account | undefined> {
  if (key === "id" && id) return users.find(id as UserId);
  if (key === "username" && username) return users.findByUsername(username);
  if (key === "email" && email) return users.findByEmail(email);
  throw new AppError("invalid", "user.key", "Give an id, a username or an email address.");
}

function toMessage({ user, version }: Account): AccountMessage {
  const { id, username, email, emailVerified, phone, role, createdAt, affiliateCode } = user;
  return {
    id,
    username,
    email,
    emailVerified,
    phone,
    role,
    createdAtMs: createdAt.getTime(),
    version,
    hasPassword: user.passwordHash !== undefined,
    affiliateCode,
  };
}
