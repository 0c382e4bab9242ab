import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { schedule } from "@orbline/kit/process/schedule";
import { runService, startService } from "@orbline/kit/service";
import type { StartOptions } from "@orbline/kit/service-context";
import { topicIn, topics } from "@orbline/proto/topics";
import { type AdminContext, type Config, readConfig } from "./config.ts";
import { eventHandlers } from "./events/handlers.ts";
import { toDeath } from "./events/to-death.ts";
import { accountsServer } from "./grpc/accounts-server.ts";
import { billingOperations } from "./grpc/billing-operations.ts";
import { billingSubscriptions } from "./grpc/billing-subscriptions.ts";
import { ownerTables } from "./grpc/owner-tables.ts";
import { allRoutes } from "./http/all-routes.ts";
import { migrations } from "./store/migrations.ts";
import { mongoAuditLog } from "./store/mongo-audit-log.ts";
import { mongoDeadLetters } from "./store/mongo-dead-letters.ts";
import { mongoUserViews } from "./store/mongo-user-views.ts";
import { createAdmin } from "./use-cases/admin.ts";
import { applyAccountState } from "./use-cases/apply-account-state.ts";
import { applySubscriptionState } from "./use-cases/apply-subscription-state.ts";
import { forgetDeadLetters } from "./use-cases/forget-dead-letters.ts";
import { finishReplays } from "./use-cases/replay-dead-letter.ts";

const deadLetterSweepMs = 30_000;

/** Starts the service; resolves with its ports when it takes requests. */
export function start(options: StartOptions<Config>) {
  return startService({ ...options, name: "admin", migrations, open });
}

async function open(service: AdminContext) {
  const { config, connection, kafka, clock, lifecycle } = service;
  const users = mongoUserViews({ connection, clock });
  const topicNames = Object.values(topics).map((topic) => topicIn(config.NAMESPACE, topic).name);
  const deadLetters = mongoDeadLetters({ connection, topics: topicNames, retry: kafka.retry });
  await kafka.consumeDeadLetters({
    groupId: `${config.NAMESPACE}admin-dead-letters`,
    topics: topicNames,
    handle: (letter) => deadLetters.keep(toDeath(letter)),
    fail: lifecycle.fail,
  });
  const finish = finishReplays({ deadLetters, clock });
  const forget = forgetDeadLetters({ deadLetters, clock });
  schedule(service, {
    name: "dead letters",
    everyMs: deadLetterSweepMs,
    job: async () => {
      await finish();
      await forget();
    },
  });

  const admin = createAdmin({
    users,
    deadLetters,
    auditLog: mongoAuditLog({ connection }),
    subscriptions: billingSubscriptions(service),
    ...billingOperations(service),
    tables: ownerTables(service),
    clock,
    newId: () => `adm_${randomUUID().replaceAll("-", "")}`,
    sleep,
  });
  return {
    handlers: eventHandlers({
      applyAccountState: applyAccountState({ users, deadLetters }),
      applySubscriptionState: applySubscriptionState({ users }),
    }),
    grpc: [accountsServer(admin)],
    routes: allRoutes(admin),
  };
}

if (import.meta.main) await runService("admin", readConfig(), start);
