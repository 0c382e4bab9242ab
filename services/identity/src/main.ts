import { assertionVerifier } from "@orbline/kit/auth";
import { systemClock as clock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc";
import { createHttpApp, listen } from "@orbline/kit/http";
import { createLogger, type Logger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { isConnected } from "@orbline/kit/mongo";
import { connectRedis } from "@orbline/kit/redis";
import { run, type Lifecycle } from "@orbline/kit/run";
import { tablesServer } from "@orbline/kit/tables";
import { readConfig, type Config } from "./config.ts";
import { consumers } from "./events/consumers.ts";
import { identityServer } from "./grpc/identity-server.ts";
import { routes } from "./http/routes.ts";
import { measureLogins } from "./measure-logins.ts";
import { openUsers } from "./open-users.ts";
import { argon2Passwords, hashingQueue, passwordCost } from "./passwords/argon2-passwords.ts";
import { redisSessions } from "./sessions/redis-sessions.ts";
import { tables } from "./store/tables.ts";
import { redisLoginAttempts } from "./throttle/redis-login-attempts.ts";
import { createIdentity } from "./use-cases/identity.ts";

type Start = { config: Config; logger: Logger; lifecycle: Lifecycle };

/** Starts the service; resolves with its ports when it takes requests. */
export const start = async ({ config, logger, lifecycle }: Start) => {
  const { HOST: host, NAMESPACE: namespace, COOKIE_INSECURE: cookieInsecure } = config;
  const metrics = createMetrics("identity");
  const { database, kafka, users } = await openUsers({ config, logger, metrics, lifecycle });
  const redis = await connectRedis({ url: config.REDIS_URL, logger });
  lifecycle.onStop("redis", () => redis.destroy());

  const hashing = hashingQueue();
  const measured = measureLogins({ metrics, hashing });
  const identity = createIdentity({
    users,
    passwords: await argon2Passwords(passwordCost, hashing),
    sessions: redisSessions({ redis, clock }),
    loginAttempts: redisLoginAttempts({ redis, namespace }),
    clock,
    specialNames: config.RESERVED_USERNAMES,
  });
  const logIn = measured(identity.logIn);
  const signUp = measured(identity.signUp);
  const followed = consumers({ ...identity, namespace });
  await kafka.ensureTopics(followed.topics);
  await kafka.consume({ ...followed, fail: lifecycle.fail });

  const accounts = identityServer({ ...identity, signUp, cookieInsecure });
  const services = [accounts, tablesServer(tables(database))];
  const { GRPC_TOKENS: tokens, GRPC_PORT } = config;
  const grpc = await serveGrpc({ services, tokens, host, port: GRPC_PORT, logger, metrics });
  lifecycle.onStop("grpc", grpc.close);

  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "identity" }),
    routes: routes({ ...identity, logIn, clock, cookieInsecure }),
    notReady: () => [
      ...(isConnected(database) ? [] : ["database"]),
      ...(redis.isReady ? [] : ["redis"]),
      ...kafka.stalled(),
    ],
  });
  const http = await listen(app, { host, port: config.PORT });
  lifecycle.onStop("http", http.close);
  return { port: http.port, grpcPort: grpc.port };
};

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "identity", level: config.LOG_LEVEL });
  const tracing = { service: "identity", config };
  await run({ logger, tracing, start: (lifecycle) => start({ config, logger, lifecycle }) });
}
