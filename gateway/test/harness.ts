import { randomBytes } from "node:crypto";
import { systemClock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis, redisTarget } from "@orbline/kit/redis/connection";
import { cookieName } from "@orbline/kit/http/cookies";
import { sessionStore } from "@orbline/kit/redis/sessions";
import { testKeys } from "@orbline/kit/testing/keys";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import { type Call, send } from "./client.ts";
import { startUpstream, type Seen } from "./upstream.ts";

/** Public origin of the gateway under test. */
export const publicOrigin = "http://127.0.0.1:8080";

const logger = createLogger({ service: "gateway-test", level: "silent" });

/** A gateway on free ports in front of one fake for all services, and a second Redis client like identity's. */
export const startHarness = async (redisUrl: string, env: Record<string, string> = {}) => {
  const upstream = await startUpstream();
  const { lifecycle, stop } = testLifecycle();
  const config = readConfig({
    ...testKeys.env,
    NODE_ENV: "test",
    PORT: "0",
    INTERNAL_PORT: "0",
    PUBLIC_ORIGIN: publicOrigin,
    NAMESPACE: `t${randomBytes(4).toString("hex")}.`,
    REDIS_URL: redisUrl,
    IDENTITY_URL: upstream.url,
    BILLING_URL: upstream.url,
    PREDICTION_URL: upstream.url,
    ADMIN_URL: upstream.url,
    ...env,
  });
  const { port, internalPort } = await start({ config, logger, lifecycle });
  const redis = await connectRedis({ ...redisTarget(config), logger });
  const sessions = sessionStore({ redis, clock: systemClock });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    internalOrigin: `http://127.0.0.1:${internalPort}`,
    upstream,
    redis,
    sessions,
    send: (call: Call) => send(origin, call),
    /** The request that the service received for a call. */
    seen: async (call: Call) => {
      const answer = await send(origin, call);
      if (answer.status !== 200)
        throw new Error(`answered ${answer.status}: ${answer.body.toString()}`);
      return answer.json() as Seen;
    },
    /** Opens a session as identity would and returns its cookie. */
    signIn: async (
      role: "user" | "admin" | "unenrolled" = "user",
      userId: string = `user-${role}`,
    ) => {
      const { sessionToken, sessionId } = await sessions.create({ userId, role });
      return {
        cookie: `${cookieName("sid", config.PUBLIC_ORIGIN)}=${sessionToken}`,
        sessionId,
        userId,
        sessionToken,
      };
    },
    stop: async () => {
      await stop();
      redis.destroy();
      await upstream.close();
    },
  };
};
export type Harness = Awaited<ReturnType<typeof startHarness>>;
