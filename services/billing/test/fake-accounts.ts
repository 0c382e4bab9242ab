import { setTimeout as sleep } from "node:timers/promises";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { grpcService } from "@orbline/kit/grpc/handler";
import { createLogger } from "@orbline/kit/observability/logger";
import { testTokens } from "@orbline/kit/testing/keys";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";

/**
 * A fake identity service with an account for every id. No password is hashed, and accounts have no email address
 * unless a test sets one, which is verified only if a test says so.
 */
export const startFakeAccounts = async ({ delayMs = 0, signUpMs = 0 } = {}) => {
  const emails = new Map<string, string>();
  const verified = new Set<string>();
  const service = grpcService<IdentityServiceDefinition>({
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    allow: { SignUp: ["billing"], GetUser: ["billing"] },
    handlers: {
      SignUp: async ({ username, email }) => {
        await sleep(signUpMs);
        return { user: userOf(username, email), sessionCookie: "sid=fake" };
      },
      GetUser: async ({ id = "" }) => {
        const email = emails.get(id);
        await sleep(delayMs);
        return { user: { ...userOf(id, email), emailVerified: verified.has(id) } };
      },
    },
  });
  const { port, close } = await serveGrpc({
    services: [service],
    tokens: testTokens,
    host: "127.0.0.1",
    port: 0,
    logger: createLogger({ service: "test", level: "silent" }),
  });
  return { address: `127.0.0.1:${port}`, emails, verified, close };
};

const userOf = (id: string, email: string | undefined) => ({
  id,
  username: id,
  ...(email && { email }),
  emailVerified: false,
  role: "user",
  createdAtMs: 1,
  version: 1,
  hasPassword: true,
});
