import { randomUUID } from "node:crypto";
import { addTableRoutes } from "@orbline/kit/admin-tables/mongo-table";
import { connectAuditTrail } from "@orbline/kit/grpc/audit-trail";
import { smtpMailer } from "@orbline/kit/mail/mailer";
import { startMailOutbox } from "@orbline/kit/mail/outbox";
import { startRelay } from "@orbline/kit/mongo/relay";
import { scheduleOnce } from "@orbline/kit/process/schedule";
import { connectRedis, redisTarget } from "@orbline/kit/redis/connection";
import { runService, startService } from "@orbline/kit/service";
import type { StartOptions } from "@orbline/kit/service-context";
import { topics } from "@orbline/proto/topics";
import type { Router } from "express";
import { type Config, type IdentityContext, readConfig } from "./config.ts";
import { encodeUser } from "./events/encode-user.ts";
import { eventHandlers } from "./events/handlers.ts";
import { checkoutAccountsServer, identityServer } from "./grpc/server.ts";
import { connectPurchases, connectUserData } from "./grpc/user-data-clients.ts";
import { addAccessRoutes } from "./http/access-routes.ts";
import { addAccountRoutes } from "./http/account-routes.ts";
import { addExportRoute } from "./http/export-route.ts";
import { addLinkRoutes } from "./http/link-routes.ts";
import { addPasskeyRoutes } from "./http/passkey-routes.ts";
import { addSecondFactorRoutes } from "./http/second-factor-routes.ts";
import { addSecurityRoutes } from "./http/security-routes.ts";
import { addSessionRoutes } from "./http/session-routes.ts";
import { emailOutbox, parsePendingEmail } from "./mail/outbox.ts";
import { writeEmail } from "./mail/texts.ts";
import { totpAuthenticators } from "./security/authenticators.ts";
import { redisConflictLimits } from "./security/conflict-limits.ts";
import { deviceCookies } from "./security/device-cookies.ts";
import { redisEmailLimits } from "./security/email-limits.ts";
import { loginMetrics } from "./security/login-metrics.ts";
import { leakedPasswords } from "./security/leaked-passwords.ts";
import { redisLoginThrottle } from "./security/login-throttle.ts";
import { redisPasskeys } from "./security/passkeys.ts";
import { argon2Passwords, hashingQueue, type PasswordCost } from "./security/passwords.ts";
import { mongoSecurityLog } from "./security/security-log.ts";
import { sessionDirectory } from "./security/session-directory.ts";
import { mongoLinks } from "./store/links.ts";
import { migrations } from "./store/migrations.ts";
import { nameCollection } from "./store/names.ts";
import { tables } from "./store/tables.ts";
import { toUser, userCollection } from "./store/user-document.ts";
import { startUserEmails } from "./store/user-emails.ts";
import { mongoUsers, userQueries } from "./store/users.ts";
import { mongoWaitlist } from "./store/waitlist.ts";
import { continueDeletions } from "./use-cases/delete-account.ts";
import type { EmailOutbox } from "./use-cases/ports.ts";
import { type PrepareDeps, prepareEmail } from "./use-cases/prepare-email.ts";

const hourMs = 3_600_000;

/** Starts the service; resolves with its ports when it takes requests. Tests may make passwords cheap. */
export function start({
  passwordCost,
  ...options
}: StartOptions<Config> & { passwordCost?: PasswordCost }) {
  const open = (service: IdentityContext) => openIdentity(service, passwordCost);
  return startService({ ...options, name: "identity", migrations, open });
}

async function openIdentity(service: IdentityContext, passwordCost?: PasswordCost) {
  const { config, connection, clock, logger, metrics, lifecycle } = service;
  const { NAMESPACE: namespace, PUBLIC_ORIGIN: publicOrigin } = config;
  const redis = await connectRedis({ ...redisTarget(config), logger });
  lifecycle.onStop("redis", () => redis.destroy());

  const links = mongoLinks(service);
  const waitlist = mongoWaitlist(service);
  const collection = userCollection(connection);
  const names = nameCollection(connection);
  const emails = startEmails(service, {
    users: userQueries({ collection, names }),
    links,
    waitlist,
  });
  const emailLimits = redisEmailLimits({ redis, namespace });
  const userEmails = startUserEmails(service, { emails, emailLimits });
  const relay = startRelay(service, {
    collection,
    topic: topics.users,
    encode: (document) => (document.deleted ? null : encodeUser(toUser(document))),
  });
  const users = mongoUsers({
    collection,
    names,
    onChange: relay.notify,
    onPendingEmails: userEmails.wake,
  });

  const hashing = hashingQueue();
  const deps = {
    users,
    passwords: await argon2Passwords({
      cost: passwordCost,
      queue: hashing,
      isLeaked: leakedPasswords({ url: config.LEAK_CHECK_URL, logger }),
    }),
    sessions: sessionDirectory({ redis, clock }),
    securityLog: mongoSecurityLog(service),
    auditTrail: connectAuditTrail(service),
    devices: deviceCookies({ secret: config.SECURITY_LOG_KEY, clock }),
    authenticators: totpAuthenticators({ key: config.FACTOR_KEY, clock }),
    passkeys: redisPasskeys({ redis, namespace, publicOrigin }),
    loginThrottle: redisLoginThrottle({ redis, namespace }),
    conflictLimits: redisConflictLimits({ redis, namespace }),
    loginMetrics: loginMetrics({ metrics, hashing }),
    links,
    emails,
    emailLimits,
    waitlist,
    purchases: connectPurchases(service),
    userData: connectUserData(service),
    clock,
    newId: randomUUID,
    reservedNames: config.RESERVED_USERNAMES,
    deletionSettleMs: config.DELETION_SETTLE_SECONDS * 1_000,
    publicOrigin,
  };

  scheduleOnce(service, {
    name: "deletions",
    everyMs: config.ACCOUNT_SWEEP_SECONDS * 1_000,
    job: async () => {
      for (const err of await continueDeletions(deps))
        logger.warn({ err }, "deletion failed, trying again later");
    },
  });
  scheduleOnce(service, { name: "old events", everyMs: hourMs, job: deps.securityLog.forgetOld });
  scheduleOnce(service, {
    name: "expired links",
    everyMs: hourMs,
    job: async () => {
      await links.forgetExpired();
      await deps.users.forgetHeldEmails();
    },
  });

  return {
    handlers: eventHandlers(deps),
    grpc: [identityServer(deps), checkoutAccountsServer(deps)],
    routes: (router: Router) => {
      addAccountRoutes(router, deps);
      addExportRoute(router, deps);
      addLinkRoutes(router, deps);
      addSessionRoutes(router, deps);
      addSecondFactorRoutes(router, deps);
      addPasskeyRoutes(router, deps);
      addAccessRoutes(router, deps);
      addSecurityRoutes(router, deps);
      addTableRoutes(router, tables(connection), deps.auditTrail);
    },
    notReady: () => (redis.isReady ? [] : ["redis"]),
  };
}

/** Sends the emails of the outbox until the service stops. */
function startEmails(service: IdentityContext, deps: PrepareDeps): EmailOutbox {
  const outbox = startMailOutbox(service, {
    mailer: smtpMailer(service),
    compose: async (stored) => {
      const email = await prepareEmail(deps, parsePendingEmail(stored));
      return email && writeEmail(service.config.PUBLIC_ORIGIN, email);
    },
  });
  return emailOutbox(outbox);
}

if (import.meta.main) await runService("identity", readConfig(), start);
