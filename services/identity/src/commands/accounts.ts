import { systemClock } from "@orbline/kit/clock";
import { isOutage } from "@orbline/kit/outage";
import { createLogger } from "@orbline/kit/observability/logger";
import { startRelay } from "@orbline/kit/mongo/relay";
import { connectRedis, redisTarget } from "@orbline/kit/redis/connection";
import { connectService } from "@orbline/kit/service";
import { topics } from "@orbline/proto/topics";
import type { AccountConfig } from "../config.ts";
import { encodeUser } from "../events/encode-user.ts";
import { totpAuthenticators } from "../security/authenticators.ts";
import { leakedPasswords } from "../security/leaked-passwords.ts";
import { mongoSecurityLog } from "../security/security-log.ts";
import { sessionDirectory } from "../security/session-directory.ts";
import { argon2Passwords } from "../security/passwords.ts";
import { migrations } from "../store/migrations.ts";
import { nameCollection } from "../store/names.ts";
import { toUser, userCollection } from "../store/user-document.ts";
import { mongoUsers } from "../store/users.ts";
import type { IdentityDeps } from "../use-cases/ports.ts";
import type { CommandDeps } from "../use-cases/register.ts";

/** Prints the result of a command, or its error and how to reach the engines; then the exit code is 1. */
export async function printResult(command: () => string | Promise<string>): Promise<void> {
  try {
    process.stdout.write(await command());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (isOutage(error))
      process.stderr.write(
        "Start the product (make up), or set MONGO_URL, REDIS_URL and KAFKA_BROKERS.\n",
      );
    process.exitCode = 1;
  }
}

/** Runs a command on the accounts and their sessions. */
export async function withSessions<T>(
  config: AccountConfig & Parameters<typeof redisTarget>[0],
  command: (deps: CommandDeps & Pick<IdentityDeps, "sessions">) => Promise<T>,
): Promise<T> {
  const logger = createLogger({
    service: "identity",
    level: config.LOG_LEVEL,
    stream: process.stderr,
  });
  const redis = await connectRedis({ ...redisTarget(config), logger });
  try {
    const sessions = sessionDirectory({ redis, clock: systemClock });
    return await withAccounts(config, (deps) => command({ ...deps, sessions }));
  } finally {
    redis.destroy();
  }
}

/** Runs a command on the accounts, publishes its changes, and closes all connections. The service sends the emails. */
export async function withAccounts<T>(
  config: AccountConfig,
  command: (deps: CommandDeps) => Promise<T>,
): Promise<T> {
  const closers: (() => unknown)[] = [];
  const lifecycle = {
    onStop: (_name: string, close: () => unknown) => closers.push(close),
    fail: (error: Error) => {
      throw error;
    },
  };
  const level = config.LOG_LEVEL;
  const logger = createLogger({ service: "identity", level, stream: process.stderr });
  try {
    const name = "identity";
    const service = await connectService({ name, migrations, config, logger, lifecycle });
    const collection = userCollection(service.connection);
    const relay = startRelay(service, {
      collection,
      topic: topics.users,
      encode: (document) => (document.deleted ? null : encodeUser(toUser(document))),
    });
    const securityLog = mongoSecurityLog({ ...service, config: {} });
    closers.push(securityLog.drain);
    return await command({
      securityLog,
      users: mongoUsers({
        collection,
        names: nameCollection(service.connection),
        onChange: relay.notify,
        onPendingEmails: () => undefined,
      }),
      passwords: await argon2Passwords({
        isLeaked: leakedPasswords({ url: config.LEAK_CHECK_URL, logger }),
      }),
      authenticators: totpAuthenticators({ key: config.FACTOR_KEY, clock: service.clock }),
      clock: service.clock,
      reservedNames: config.RESERVED_USERNAMES,
    });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
