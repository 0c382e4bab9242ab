import { assertionVerifier } from "@orbline/kit/auth";
import { systemClock as clock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc";
import { createHttpApp, listen } from "@orbline/kit/http";
import { createLogger, type Logger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { isConnected } from "@orbline/kit/mongo";
import { connectRedis } from "@orbline/kit/redis";
import { run, type Lifecycle } from "@orbline/kit/run";
import { readConfig, type Config } from "./config.ts";
import { consumers } from "./events/consumers.ts";
import { identityServer } from "./grpc/identity-server.ts";
import { routes } from "./http/routes.ts";
import { measureLogins } from "./measure-logins.ts";
import { openUsers } from "./open-users.ts";
import { argon2Passwords, hashingQueue, passwordCost } from "./passwords/argon2-passwords.ts";
import { redisSessions } from "./sessions/redis-sessions.ts";
import { redisLoginAttempts } from "./throttle/redis-login-attempts.ts";
import { applySubscriptionState } from "./use-cases/apply-subscription-state.ts";
import { getCurrentUser } from "./use-cases/get-current-user.ts";
import { logIn } from "./use-cases/log-in.ts";
import { logOut } from "./use-cases/log-out.ts";
import { lookUpUser } from "./use-cases/look-up-user.ts";
import { register } from "./use-cases/register.ts";
import { signUp } from "./use-cases/sign-up.ts";

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
  const deps = {
    users,
    passwords: await argon2Passwords(passwordCost, hashing),
    sessions: redisSessions({ redis, clock }),
    loginAttempts: redisLoginAttempts({ redis, namespace }),
    clock,
    specialNames: config.RESERVED_USERNAMES,
  };
  const followed = consumers({ namespace, applySubscriptionState: applySubscriptionState(deps) });
  await kafka.ensureTopics(followed.topics);
  await kafka.consume({ ...followed, fail: lifecycle.fail });

  const identity = { signUp: measured(signUp(deps)), lookUpUser: lookUpUser(deps), cookieInsecure };
  const services = [identityServer(identity)];
  const { GRPC_TOKENS: tokens, GRPC_PORT } = config;
  const grpc = await serveGrpc({ services, tokens, host, port: GRPC_PORT, logger, metrics });
  lifecycle.onStop("grpc", grpc.close);

  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "identity" }),
    routes: routes({
      register: register(deps),
      logIn: measured(logIn(deps)),
      logOut: logOut(deps),
      getCurrentUser: getCurrentUser(deps),
      clock,
      cookieInsecure,
    }),
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
