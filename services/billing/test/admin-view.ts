import { readConfig } from "@orbline/admin/config";
import { start } from "@orbline/admin/main";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { assertionFor, testKeys, testTokens } from "@orbline/kit/testing/keys";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { AdminUserDetails } from "@orbline/proto/http/admin/users";

/** The admin service beside billing and identity, and the user data that it shows. */
export const startAdminView = async (owners: { billingGrpc: number; identityGrpc: number }) => {
  const { lifecycle, stop } = testLifecycle();
  const { mongoUrl, brokers, prefix } = testEngines();
  const billing = `127.0.0.1:${owners.billingGrpc}`;
  const config = readConfig({
    NODE_ENV: "test",
    PORT: "0",
    GRPC_PORT: "0",
    MONGO_URL: `${mongoUrl}_admin`,
    KAFKA_BROKERS: brokers.join(","),
    KAFKA_PARTITIONS: "3",
    NAMESPACE: prefix,
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
    GRPC_TOKENS: JSON.stringify(testTokens),
    GRPC_TOKEN: testTokens["admin"] ?? "",
    BILLING_GRPC: billing,
  });
  const logger = createLogger({ service: "test", level: "silent" });
  const { port } = await start({ config, logger, lifecycle });
  const admin = {
    kind: "user",
    userId: "usr_admin",
    role: "admin",
    sessionId: "0".repeat(64),
  } as const;
  return {
    of: async (userId: string): Promise<Partial<AdminUserDetails>> => {
      const path = `/api/admin/user/${userId}/subscription`;
      const headers = assertionFor(admin, "admin"); // The assertion is valid for a minute.
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return (await answer.json()) as Partial<AdminUserDetails>;
    },
    stop,
  };
};
