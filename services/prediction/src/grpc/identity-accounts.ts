import { isKind } from "@orbline/kit/errors";
import { serviceClient } from "@orbline/kit/grpc/client";
import { chosenUsername } from "@orbline/proto/constants/usernames";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import type { PredictionContext } from "../config.ts";
import type { Accounts } from "../use-cases/ports-notices.ts";

/** Reads accounts in identity over gRPC. */
export function identityAccounts(service: PredictionContext): Accounts {
  const identity = serviceClient<IdentityServiceDefinition>(service, {
    address: service.config.IDENTITY_GRPC,
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
  });
  return {
    find: async (userId) => {
      try {
        const { user } = await identity.GetUser({ id: userId });
        if (!user) return undefined;
        const verifiedEmail = (user.emailVerified && user.email) || undefined;
        return { username: chosenUsername(user), verifiedEmail };
      } catch (error) {
        if (isKind(error, "not-found")) return undefined;
        throw error;
      }
    },
  };
}
