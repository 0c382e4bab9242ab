import { assertionVerifier } from "@orbline/kit/auth";
import { type Clock, systemClock } from "@orbline/kit/clock";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { createHttpApp, listenAs } from "@orbline/kit/http/app";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo, isConnected } from "@orbline/kit/mongo/connection";
import { repeat } from "@orbline/kit/process/schedule";
import { run, type Lifecycle } from "@orbline/kit/process/run";
import { tablesServer } from "@orbline/kit/admin-tables/mongo-table";
import { readConfig, type Config } from "./config.ts";
import { accountsServer } from "./grpc/accounts-server.ts";
import { advanceRoute } from "./http/advance-route.ts";
import { openAccess } from "./open-access.ts";
import { openApi } from "./open-api.ts";
import { openPicks } from "./open-picks.ts";
import { openRecord } from "./open-record.ts";
import { openSlates } from "./open-slates.ts";
import { settlementWatch } from "./settlement-watch.ts";
import { migrations } from "./store/migrations.ts";
import { mongoHoldings } from "./store/mongo-holdings.ts";
import { mongoPredictions } from "./store/mongo-predictions.ts";
import { tables } from "./store/tables.ts";

type Start = { config: Config; logger: Logger; lifecycle: Lifecycle; clock?: Clock };

/** Starts the service; resolves with its ports when it takes requests. */
export const start = async ({ config, logger, lifecycle, clock = systemClock }: Start) => {
  const { onStop } = lifecycle;
  const { HOST: host, GRPC_PORT, GRPC_TOKENS: tokens } = config;
  const metrics = createMetrics("prediction");
  const connection = await connectMongo({ url: config.MONGO_URL, logger });
  onStop("database", () => connection.close());
  await migrate(connection, migrations);
  const rated = await openSlates({ config, connection, clock, logger, metrics, onStop });
  const { slates } = rated;
  const predictions = mongoPredictions({ connection });
  const access = await openAccess({ config, connection, clock, logger, metrics, lifecycle });

  const onUnreadable = settlementWatch({ logger, metrics });
  const record = await openRecord({ connection, slates, predictions, clock, onUnreadable });
  const { settle } = record;
  const everyMs = config.SETTLE_SECONDS * 1_000;
  const settling = repeat({ name: "settlement", everyMs, job: settle, logger });
  onStop("settlement", settling.stop);

  const picks = await openPicks({ rated, past: record.past, logger, onStop });
  const app = createHttpApp({
    logger,
    metrics,
    verify: assertionVerifier({ publicKey: config.ASSERTION_PUBLIC_KEY, audience: "prediction" }),
    routes: openApi({
      rated,
      picks,
      predictions,
      record,
      checkEntitlement: access.check,
      clock,
      logger,
    }),
    ...(config.NODE_ENV !== "production" && {
      unassertedRoutes: advanceRoute({ advance: slates.advance, settle }),
    }),
    notReady: () => [...(isConnected(connection) ? [] : ["database"]), ...access.stalled()],
  });
  const services = [
    accountsServer({ holdings: mongoHoldings({ connection }) }),
    tablesServer(tables(connection)),
  ];
  const grpc = await serveGrpc({ services, tokens, host, port: GRPC_PORT, logger, metrics });
  onStop("grpc", grpc.close);
  const http = await listenAs("prediction", app, config);
  onStop("http", http.close);
  return { port: http.port, grpcPort: grpc.port };
};

if (import.meta.main) {
  const config = readConfig();
  const logger = createLogger({ service: "prediction", level: config.LOG_LEVEL });
  const tracing = { service: "prediction", config };
  const begin = (lifecycle: Lifecycle) => start({ config, logger, lifecycle });
  await run({ logger, tracing, start: begin, givesBackMemory: true });
}
