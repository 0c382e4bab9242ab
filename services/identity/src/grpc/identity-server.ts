import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc-handler";
import { parseInput } from "@orbline/kit/input";
import { sessionCookie } from "@orbline/kit/session";
import type { Account as AccountMessage } from "@orbline/proto/gen/identity/v1/Account";
import type { GetUserRequest__Output } from "@orbline/proto/gen/identity/v1/GetUserRequest";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import {
  emailSchema,
  newPasswordSchema,
  phoneSchema,
  usernameSchema,
} from "@orbline/proto/http/fields";
import { z } from "zod";
import type { UserId } from "../domain/user.ts";
import type { UserKey } from "../use-cases/look-up-user.ts";
import type { Account } from "../use-cases/ports.ts";
import type { Register, SignedIn } from "../use-cases/register.ts";

type Deps = {
  signUp: (input: Register) => Promise<SignedIn & { created: boolean }>;
  lookUpUser: (key: UserKey) => Promise<Account>;
  cookieInsecure: boolean;
};

const signUpSchema = z.object({
  username: usernameSchema,
  password: newPasswordSchema,
  email: emailSchema.optional(),
  phone: phoneSchema.optional(),
  termsAccepted: z.boolean().optional(),
  userAgent: z.string().optional(),
});

const toKey = ({ key, id, username, email }: GetUserRequest__Output): UserKey => {
  if (key === "id" && id) return { by: "id", id: id as UserId };
  if (key === "username" && username) return { by: "username", username };
  if (key === "email" && email) return { by: "email", email };
  throw new AppError("invalid", "user.key", "Give an id, a username or an email address.");
};

const toMessage = ({ user, version }: Account): AccountMessage => ({
  id: user.id,
  username: user.username,
  ...(user.email !== undefined && { email: user.email }),
  emailVerified: user.emailVerified,
  ...(user.phone !== undefined && { phone: user.phone }),
  role: user.role,
  createdAtMs: user.createdAt.getTime(),
  version,
});

/** Accounts for the other services; who may call what stands here. */
export const identityServer = ({ signUp, lookUpUser, cookieInsecure: insecure }: Deps) =>
  grpcService<IdentityServiceDefinition>({
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    allow: { SignUp: ["billing"], GetUser: ["billing", "prediction", "admin"] },
    handlers: {
      SignUp: async (request) => {
        const { account, sessionId, created } = await signUp(parseInput(signUpSchema, request));
        const cookie = sessionCookie({ id: sessionId, insecure });
        return { user: toMessage(account), sessionCookie: cookie, created };
      },
      GetUser: async (request) => ({ user: toMessage(await lookUpUser(toKey(request))) }),
    },
  });
