import { randomUUID } from "node:crypto";
import { assertionVerifier } from "@orbline/kit/auth";
import { type Clock, systemClock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { createHttpApp, listenAs } from "@orbline/kit/http/app";
import { connectKafka } from "@orbline/kit/kafka/connection";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { isConnected } from "@orbline/kit/mongo/connection";
import { run, type Lifecycle } from "@orbline/kit/process/run";
import { accessRules, type Config, readConfig, stripeSettings } from "./config.ts";
import { accountsServer } from "./grpc/accounts-server.ts";
import { adminServer } from "./grpc/admin-server.ts";
import { billingServer } from "./grpc/billing-server.ts";
import { identityAccounts } from "./grpc/identity-accounts.ts";
import { routes } from "./http/routes.ts";
import { webhookRoute } from "./http/webhook-route.ts";
import { openMails } from "./open-mails.ts";
import { openStore } from "./open-store.ts";
import { stripePayments } from "./payments/stripe-payments.ts";
import { createBilling } from "./use-cases/billing.ts";
import { receiveWebhook } from "./use-cases/receive-webhook.ts";
import { startWorker } from "./worker.ts";

const newId = () => `chk_${randomUUID().replaceAll("-", "")}`;

type Start = {
  config: Config;
  logger: Logger;
  lifecycle: Lifecycle;
  clock?: Clock;
  /** Wraps each port, for tests that interrupt a call. */
  wrapPort?: <Port extends object>(name: string, port: Port) => Port;
};

/** Starts the service; resolves with its ports, and its comparison with the provider, when it takes requests. */
export const start = async ({
  config,
  logger,
  lifecycle,
  clock = systemClock,
  wrapPort = (_name, port) => port,
}: Start) => {
  const { HOST: host, KAFKA_BROKERS: brokers, GRPC_TOKENS: tokens } = config;
  const { onStop } = lifecycle;
  const rules = accessRules(config);
  const metrics = createMetrics("billing");
  const connected = await connectKafka({ brokers, clientId: "billing", logger, metrics });
  const kafka = wrapPort("kafka", connected);
  onStop("kafka", kafka.close);
  const { connection, ...stores } = await openStore({
    config,
    kafka,
    clock,
    rules,
    logger,
    metrics,
    lifecycle,
  });
  const store = {
    ...stores,
    subscriptions: wrapPort("subscriptions", stores.subscriptions),
    records: wrapPort("records", stores.records),
    checkouts: wrapPort("checkouts", stores.checkouts),
    inbox: wrapPort("inbox", stores.inbox),
  };
  const { IDENTITY_GRPC: address, GRPC_TOKEN: token } = config;
  const accounts = identityAccounts({ address, token, metrics });
  onStop("identity client", accounts.close);
  const payments = wrapPort(
    "payments",
    stripePayments({ settings: stripeSettings(config), clock }),
  );
  const mails = openMails({ config, connection, accounts, clock, logger, metrics, lifecycle });

  const later = {
    owe: (userId: string) => worker.discharge(userId),
    owePayment: (paymentId: string) => worker.dischargePayment(paymentId),
    work: (eventId: string) => worker.work(eventId),
    report: (err: unknown) => logger.error({ err }, "answered around a failure"),
  };
  const deps = { ...store, ...later, payments, accounts, clock, rules, newId, mails };
  const patienceMs = config.CHECKOUT_PATIENCE_SECONDS * 1_000;
  const billing = createBilling({ ...deps, patienceMs });
  const sweepMs = config.SWEEP_SECONDS * 1_000;
  const pollMs = config.POLL_SECONDS * 1_000;
  const worker = startWorker({ ...store, billing, clock, payments, logger, sweepMs, pollMs });
  onStop("worker", worker.stop);
  worker.start();

  const services = [billingServer, adminServer, accountsServer].map((one) => one(billing));
  const grpc = await serveGrpc({ services, tokens, host, port: config.GRPC_PORT, logger, metrics });
  onStop("grpc", grpc.close);
  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "billing" }),
    routes: routes({ billing, origin: config.PUBLIC_ORIGIN }),
    unassertedRoutes: webhookRoute(receiveWebhook({ ...deps, work: worker.work })),
    notReady: () => [...(isConnected(connection) ? [] : ["database"]), ...kafka.stalled()],
  });
  const http = await listenAs("billing", app, config);
  onStop("http", http.close);
  return { port: http.port, grpcPort: grpc.port, reconcile: () => billing.reconcile() };
};

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "billing", level: config.LOG_LEVEL });
  const tracing = { service: "billing", config };
  await run({ logger, tracing, start: (lifecycle) => start({ config, logger, lifecycle }) });
}
