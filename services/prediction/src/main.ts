import { assertionVerifier } from "@orbline/kit/auth";
import { type Clock, systemClock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc";
import { createHttpApp, listen } from "@orbline/kit/http";
import { connectKafka } from "@orbline/kit/kafka";
import { createLogger, type Logger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { migrate } from "@orbline/kit/migrations";
import { connectMongo, isConnected } from "@orbline/kit/mongo";
import { repeat } from "@orbline/kit/repeat";
import { run, type Lifecycle } from "@orbline/kit/run";
import { tablesServer } from "@orbline/kit/tables";
import { readConfig, type Config } from "./config.ts";
import { consumers } from "./events/consumers.ts";
import { billingEntitlements } from "./grpc/billing-entitlements.ts";
import { advanceRoute } from "./http/advance-route.ts";
import { openApi } from "./open-api.ts";
import { openRecord } from "./open-record.ts";
import { openSlates } from "./open-slates.ts";
import { slatePicks } from "./selection/slate-picks.ts";
import { migrations } from "./store/migrations.ts";
import { mongoEntitlements } from "./store/mongo-entitlements.ts";
import { mongoPredictions } from "./store/mongo-predictions.ts";
import { tables } from "./store/tables.ts";
import { applySubscriptionState } from "./use-cases/apply-subscription-state.ts";
import { checkEntitlement } from "./use-cases/check-entitlement.ts";

type Start = { config: Config; logger: Logger; lifecycle: Lifecycle; clock?: Clock };

/** Starts the service; resolves with its ports when it takes requests. */
export const start = async ({ config, logger, lifecycle, clock = systemClock }: Start) => {
  const { onStop, fail } = lifecycle;
  const { NAMESPACE: namespace, KAFKA_BROKERS: brokers, HOST: host } = config;
  const metrics = createMetrics("prediction");
  const connection = await connectMongo({ url: config.MONGO_URL, logger });
  onStop("database", () => connection.close());
  await migrate(connection, migrations);
  const rated = await openSlates({ config, connection, clock, logger, metrics, onStop });
  const { slates } = rated;
  const predictions = mongoPredictions({ connection });
  const entitlements = mongoEntitlements({ connection });
  const { BILLING_GRPC: address, GRPC_TOKEN: token } = config;
  const owner = billingEntitlements({ address, token, metrics });
  onStop("billing client", owner.close);

  const kafka = await connectKafka({ brokers, clientId: "prediction", logger, metrics });
  onStop("kafka", kafka.close);
  const followed = consumers({
    namespace,
    applySubscriptionState: applySubscriptionState({ entitlements }),
  });
  await kafka.ensureTopics(followed.topics);
  await kafka.consume({ ...followed, fail });

  const record = await openRecord({ connection, slates, predictions, clock });
  const { settle } = record;
  const everyMs = config.SETTLE_SECONDS * 1_000;
  const settling = repeat({ name: "settlement", everyMs, job: settle, logger });
  onStop("settlement", settling.stop);

  const picks = slatePicks({ ...rated, past: record.past });
  // Before it serves: building every pool at once would let the first calls miss their deadlines.
  await picks.warm();
  const warming = repeat({ name: "picks", everyMs: 10_000, job: picks.warm, logger });
  onStop("picks", warming.stop);
  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "prediction" }),
    routes: openApi({
      rated,
      picks,
      predictions,
      record,
      checkEntitlement: checkEntitlement({ entitlements, owner, clock }),
      clock,
      logger,
    }),
    ...(config.NODE_ENV !== "production" && {
      unassertedRoutes: advanceRoute({ advance: slates.advance, settle }),
    }),
    notReady: () => [...(isConnected(connection) ? [] : ["database"]), ...kafka.stalled()],
  });
  const services = [tablesServer(tables(connection))];
  const { GRPC_TOKENS: tokens, GRPC_PORT } = config;
  const grpc = await serveGrpc({ services, tokens, host, port: GRPC_PORT, logger, metrics });
  onStop("grpc", grpc.close);
  const http = await listen(app, { host, port: config.PORT });
  onStop("http", http.close);
  return { port: http.port, grpcPort: grpc.port };
};

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "prediction", level: config.LOG_LEVEL });
  const tracing = { service: "prediction", config };
  await run({ logger, tracing, start: (lifecycle) => start({ config, logger, lifecycle }) });
}
