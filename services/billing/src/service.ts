import { randomUUID } from "node:crypto";
import { assertionVerifier } from "@orbline/kit/auth";
import { systemClock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc";
import { createHttpApp, listen } from "@orbline/kit/http";
import { connectKafka } from "@orbline/kit/kafka";
import type { Logger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { migrate } from "@orbline/kit/migrations";
import { connectMongo } from "@orbline/kit/mongo";
import { createRelay } from "@orbline/kit/relay";
import type { Lifecycle } from "@orbline/kit/run";
import type { BillingConfig } from "./config.ts";
import { accessOf, type AccessRules } from "./domain/access.ts";
import { encodeState, subscriptionsTopic } from "./events/encode.ts";
import { billingServer } from "./grpc/billing-server.ts";
import { identityAccounts } from "./grpc/identity-accounts.ts";
import { returnUrls } from "./http/return-urls.ts";
import { billingRoutes } from "./http/routes.ts";
import { webhookRoute } from "./http/webhook-route.ts";
import { stripePayments } from "./payments/stripe-payments.ts";
import { migrations } from "./store/migrations.ts";
import { mongoCheckouts } from "./store/mongo-checkouts.ts";
import { mongoSubscriptions } from "./store/mongo-subscriptions.ts";
import { mongoTrialCards } from "./store/mongo-trial-cards.ts";
import { mongoWebhookInbox } from "./store/mongo-webhook-inbox.ts";
import { subscriptionModel, toSubscription } from "./store/subscription-schema.ts";
import { createBilling } from "./use-cases/billing.ts";
import { receiveWebhook } from "./use-cases/receive-webhook.ts";
import { startWorker } from "./worker.ts";

const accessRules = (config: BillingConfig): AccessRules => ({
  renewalSlackMs: config.RENEWAL_SLACK_HOURS * 3_600_000,
  graceMs: config.GRACE_DAYS * 86_400_000,
});

const stripeSettings = (config: BillingConfig) => ({
  secretKey: config.STRIPE_SECRET_KEY,
  webhookSecrets: config.STRIPE_WEBHOOK_SECRET.split(",").filter((secret) => secret !== ""),
  returnUrls: returnUrls(config.PUBLIC_ORIGIN),
  ...(config.STRIPE_API_BASE && { apiBase: config.STRIPE_API_BASE }),
});

/** Wires and starts billing in this process; answers the ports it listens on. */
export const startBilling = async ({
  config,
  logger,
  lifecycle: { onStop },
}: {
  config: BillingConfig;
  logger: Logger;
  lifecycle: Lifecycle;
}): Promise<{ httpPort: number; grpcPort: number }> => {
  const clock = systemClock;
  const rules = accessRules(config);
  const metrics = createMetrics("billing");
  const connection = await connectMongo({ url: config.MONGO_URL, logger });
  onStop("database", () => connection.close());
  await migrate(connection, migrations);
  const kafka = await connectKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: "billing",
    logger,
    metrics,
  });
  onStop("kafka", kafka.close);
  await kafka.ensureTopics([subscriptionsTopic]);

  const relay = createRelay({
    model: subscriptionModel(connection),
    topic: subscriptionsTopic.name,
    source: "billing",
    encode: (document) =>
      encodeState(document._id, accessOf(toSubscription(document), clock.now(), rules)),
    publish: kafka.publish,
    logger,
  });
  onStop("relay", relay.stop);
  await relay.start();

  const accounts = identityAccounts({ address: config.IDENTITY_GRPC, token: config.GRPC_TOKEN });
  onStop("identity client", accounts.close);
  const payments = stripePayments({ settings: stripeSettings(config), clock });
  const subscriptions = mongoSubscriptions({ connection, clock, rules, changed: relay.notify });
  const checkouts = mongoCheckouts({ connection });
  const trialCards = mongoTrialCards({ connection });
  const inbox = mongoWebhookInbox({ connection });
  const newId = () => `chk_${randomUUID().replaceAll("-", "")}`;
  const billing = createBilling({
    subscriptions,
    checkouts,
    trialCards,
    inbox,
    payments,
    accounts,
    clock,
    rules,
    newId,
  });
  const sweepMs = config.SWEEP_SECONDS * 1_000;
  const worker = startWorker({ billing, inbox, subscriptions, clock, sweepMs, logger });
  onStop("worker", worker.stop);
  worker.start();

  const grpc = await serveGrpc({
    services: [billingServer(billing)],
    tokens: config.GRPC_TOKENS,
    host: config.HOST,
    port: config.GRPC_PORT,
    logger,
  });
  onStop("grpc", grpc.close);
  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "billing" }),
    routes: billingRoutes(billing),
    unassertedRoutes: webhookRoute(receiveWebhook({ payments, inbox, work: worker.work })),
    notReady: () => (connection.readyState === 1 ? [] : ["database"]),
  });
  const http = await listen(app, { host: config.HOST, port: config.PORT });
  onStop("http", http.close);
  return { httpPort: http.port, grpcPort: grpc.port };
};
