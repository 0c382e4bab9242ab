import { userDataServer } from "@orbline/kit/grpc/user-data";
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { shareLoads } from "@orbline/kit/cache";
import { isKind } from "@orbline/kit/errors";
import { startRelay } from "@orbline/kit/mongo/relay";
import { runService, startService } from "@orbline/kit/service";
import type { StartOptions } from "@orbline/kit/service-context";
import { topics } from "@orbline/proto/topics";
import { accessRules, type BillingContext, type Config, readConfig } from "./config.ts";
import { accessOf } from "./domain/subscription/access.ts";
import { isErased } from "./domain/subscription/erase.ts";
import { eventHandlers } from "./events/handlers.ts";
import { encodeState } from "./events/encode-state.ts";
import { accountsServer } from "./grpc/accounts-server.ts";
import { eraseUser } from "./use-cases/deletion/erase-user.ts";
import { exportUser } from "./use-cases/deletion/export-user.ts";
import { adminServer } from "./grpc/admin-server.ts";
import { billingServer } from "./grpc/billing-server.ts";
import { identityAccounts } from "./grpc/identity.ts";
import { addRoutes, addWebhookRoute } from "./http/routes.ts";
import { openEmails } from "./mail/emails.ts";
import { failureReporter } from "./failures.ts";
import { startSchedules } from "./schedules.ts";
import { mongoCheckouts } from "./store/checkouts.ts";
import { mongoExcludedAddresses } from "./store/excluded-addresses.ts";
import { migrations } from "./store/migrations.ts";
import { mongoPayments } from "./store/payments.ts";
import { mongoProviderAccount } from "./store/provider-account.ts";
import {
  mongoSubscriptions,
  subscriptionCollection,
  toSubscription,
} from "./store/subscriptions.ts";
import { anyTrialCard, mongoTrialCards } from "./store/trial-cards.ts";
import { mongoWebhooks } from "./store/webhooks.ts";
import { stripeProvider } from "./stripe/provider.ts";
import type { PaymentProvider } from "./use-cases/payment-provider.ts";
import type { BackgroundWork, BillingDeps } from "./use-cases/ports.ts";
import { reconcile } from "./use-cases/reconcile.ts";

/** Long enough that a script cannot use up the payment provider's rate limit, and too short for a person to notice. */
const sharedReadMs = 2_000;

/** Wraps a port, so that tests can interrupt a call. */
type WrapPort = <Port extends object>(name: string, port: Port) => Port;

/** Starts the service. Resolves with its ports and its reconciliation job when it takes requests. */
export function start({
  wrapPort = (_name, port) => port,
  ...options
}: StartOptions<Config> & { wrapPort?: WrapPort }) {
  const open = (service: BillingContext) => openBilling(service, wrapPort);
  return startService({ ...options, name: "billing", migrations, open });
}

async function openBilling(service: BillingContext, wrapPort: WrapPort) {
  const { config, connection, clock } = service;
  const rules = accessRules(config);
  const kafka = wrapPort("kafka", service.kafka);
  const relay = startRelay(
    { ...service, kafka },
    {
      collection: subscriptionCollection(connection),
      topic: topics.subscriptions,
      keepsDeleted: true,
      encode: (document) => {
        const state = toSubscription(document);
        if (isErased(state)) return null;
        return encodeState(state.userId, accessOf(state, clock.now(), rules));
      },
    },
  );
  const subscriptions = mongoSubscriptions(service, { changed: relay.notify });
  const provider = wrapPort(
    "provider",
    stripeProvider(service, { rememberAccount: mongoProviderAccount(service).remember }),
  );
  await checkAccount(service, provider);
  const accounts = identityAccounts(service);
  const wakeups = new EventEmitter<Record<BackgroundWork, []>>();
  const deps: BillingDeps = {
    subscriptions: wrapPort("subscriptions", subscriptions),
    checkouts: wrapPort("checkouts", mongoCheckouts(service)),
    payments: wrapPort("payments", mongoPayments(service)),
    webhooks: wrapPort("webhooks", mongoWebhooks(service)),
    excludedAddresses: wrapPort("excludedAddresses", mongoExcludedAddresses(service)),
    trialCards: config.TRIAL_ONCE_PER_CARD ? mongoTrialCards(service) : anyTrialCard,
    provider,
    accounts,
    emails: openEmails(service, accounts),
    clock,
    rules,
    patienceMs: config.CHECKOUT_PATIENCE_SECONDS * 1_000,
    newId: (prefix) => `${prefix}_${randomUUID().replaceAll("-", "")}`,
    wake: (work) => void wakeups.emit(work),
    share: shareLoads({ max: 10_000, ttlMs: sharedReadMs }),
    report: failureReporter(service),
  };
  startSchedules(service, deps, { wakeups, wrapPort });
  return {
    handlers: eventHandlers(deps),
    grpc: [
      ...[billingServer, adminServer, accountsServer].map((server) => server(deps)),
      userDataServer({
        exportUser: async (userId) => ({ lists: await exportUser(deps, userId) }),
        eraseUser: (userId) => eraseUser(deps, userId),
      }),
    ],
    routes: (router: Parameters<typeof addRoutes>[0]) =>
      addRoutes(router, { ...deps, origin: config.PUBLIC_ORIGIN }),
    unassertedRoutes: (router: Parameters<typeof addRoutes>[0]) => addWebhookRoute(router, deps),
    reconcile: () => reconcile(deps),
  };
}

/** Refuses to start with a key of another account. Checks later when the provider does not respond. */
async function checkAccount({ logger }: BillingContext, provider: PaymentProvider): Promise<void> {
  try {
    await provider.assertSameAccount();
  } catch (error) {
    if (!isKind(error, "unavailable")) throw error;
    logger.warn({ err: error }, "the payment provider does not respond, starting without it");
  }
}

if (import.meta.main) await runService("billing", readConfig(), start);
