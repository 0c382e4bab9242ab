import { randomUUID } from "node:crypto";
import { systemClock as clock } from "@orbline/kit/clock";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { connectRedis } from "@orbline/kit/redis/connection";
import { repeat } from "@orbline/kit/process/schedule";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Config } from "./config.ts";
import { measureLogins } from "./measure-logins.ts";
import { openMails } from "./open-mails.ts";
import { openOthers } from "./open-others.ts";
import { openUsers } from "./open-users.ts";
import { argon2Passwords, hashingQueue, passwordCost } from "./passwords/argon2-passwords.ts";
import { redisSessions } from "./sessions/redis-sessions.ts";
import { redisLoginAttempts } from "./throttle/redis-login-attempts.ts";
import { redisMailLimits } from "./throttle/redis-mail-limits.ts";
import { createIdentity } from "./use-cases/identity.ts";

const forgetLinksEveryMs = 3_600_000;

type Open = { config: Config; logger: Logger; metrics: Metrics; lifecycle: Lifecycle };

/** Opens everything that identity is made of; what is owed and what a crash left goes on in the background. */
export const openIdentity = async ({ config, logger, metrics, lifecycle }: Open) => {
  const { NAMESPACE: namespace } = config;
  const common = { config, logger, metrics, lifecycle };
  const owesMails = (id: string) => userMails.notify(id);
  const { database, kafka, model, users } = await openUsers({ ...common, owesMails });
  const redis = await connectRedis({ url: config.REDIS_URL, logger });
  lifecycle.onStop("redis", () => redis.destroy());
  const { userMails, ...mailing } = openMails({ ...common, database, model, users });

  const hashing = hashingQueue();
  const measured = measureLogins({ metrics, hashing });
  const identity = createIdentity({
    users,
    ...mailing,
    ...openOthers(config, { metrics, lifecycle }),
    passwords: await argon2Passwords(passwordCost, hashing),
    sessions: redisSessions({ redis, clock }),
    loginAttempts: redisLoginAttempts({ redis, namespace }),
    mailLimits: redisMailLimits({ redis, namespace }),
    clock,
    specialNames: config.RESERVED_USERNAMES,
    newId: randomUUID,
    settleMs: config.DELETION_SETTLE_SECONDS * 1_000,
    report: (err) => logger.warn({ err }, "a deletion goes on later"),
  });

  const everyMs = config.ACCOUNT_SWEEP_SECONDS * 1_000;
  const again = (name: string, job: () => Promise<unknown>, every = everyMs) =>
    lifecycle.onStop(name, repeat({ name, everyMs: every, job, logger }).stop);
  again("deletions", identity.continueDeletions);
  again("left mails", () => userMails.sweep());
  again("old links", mailing.links.forgetExpired, forgetLinksEveryMs);
  return {
    database,
    kafka,
    redis,
    identity: {
      ...identity,
      logIn: measured(identity.logIn),
      signUp: measured(identity.signUp),
    },
  };
};
