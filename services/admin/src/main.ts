import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { runService, startService } from "@orbline/kit/service";
import type { StartOptions } from "@orbline/kit/service-context";
import type { Router } from "express";
import { type AdminContext, type Config, readConfig } from "./config.ts";
import { auditHeadPublisher } from "./events/audit-heads.ts";
import { followDeadLetters } from "./events/dead-letters.ts";
import { eventHandlers } from "./events/handlers.ts";
import { connectOperations, connectSubscriptions } from "./grpc/billing-clients.ts";
import { auditServer } from "./grpc/audit-server.ts";
import { adminUserDataServer } from "./grpc/user-data-server.ts";
import { addAuditRoutes } from "./http/audit-routes.ts";
import { addDeadLetterRoutes } from "./http/dead-letter-routes.ts";
import { addPaymentRoutes } from "./http/payment-routes.ts";
import { requireAdmin, requireDashboardAdmin } from "./http/requests.ts";
import { addUserRoutes } from "./http/user-routes.ts";
import { addWebhookRoutes } from "./http/webhook-routes.ts";
import { lastHead, mongoAuditLog } from "./store/audit-log.ts";
import { mongoDeadLetters } from "./store/dead-letters.ts";
import { migrations } from "./store/migrations.ts";
import { mongoUserViews } from "./store/users.ts";

/** Starts the service. Resolves with its ports when it takes requests. */
export function start(options: StartOptions<Config>) {
  return startService({ ...options, name: "admin", migrations, open });
}

async function open(service: AdminContext) {
  const { connection, config } = service;
  const publishHead = auditHeadPublisher(service);
  const head = await lastHead(connection);
  if (head) publishHead(head);
  const deps = {
    users: mongoUserViews(service),
    auditLog: mongoAuditLog({ connection, key: config.AUDIT_KEY, onAppended: publishHead }),
    subscriptions: connectSubscriptions(service),
    ...connectOperations(service),
    deadLetters: mongoDeadLetters(service),
    clock: service.clock,
    newId: () => `adm_${randomUUID().replaceAll("-", "")}`,
    sleep,
  };
  await followDeadLetters(service, deps.deadLetters);
  return {
    handlers: eventHandlers(deps),
    grpc: [adminUserDataServer(deps), auditServer(deps)],
    routes: (router: Router) => {
      router.use(requireDashboardAdmin);
      addAuditRoutes(router, deps);
      router.use(requireAdmin);
      addUserRoutes(router, deps);
      addPaymentRoutes(router, deps);
      addWebhookRoutes(router, deps);
      addDeadLetterRoutes(router, deps);
    },
  };
}

if (import.meta.main) await runService("admin", readConfig(), start);
