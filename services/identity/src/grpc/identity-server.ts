import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import { sessionCookie } from "@orbline/kit/redis/sessions";
import type { GetUserRequest__Output } from "@orbline/proto/gen/identity/v1/GetUserRequest";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import {
  affiliateCodeSchema,
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
import { toAccountMessage } from "./account-message.ts";

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
  affiliateCode: affiliateCodeSchema.optional(),
});

const toKey = ({ key, id, username, email }: GetUserRequest__Output): UserKey => {
  if (key === "id" && id) return { by: "id", id: id as UserId };
  if (key === "username" && username) return { by: "username", username };
  if (key === "email" && email) return { by: "email", email };
  throw new AppError("invalid", "user.key", "Give an id, a username or an email address.");
};

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
        return { user: toAccountMessage(account), sessionCookie: cookie, created };
      },
      GetUser: async (request) => ({ user: toAccountMessage(await lookUpUser(toKey(request))) }),
    },
  });
