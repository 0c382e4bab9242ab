import { connectAuditTrail } from "@orbline/kit/grpc/audit-trail";
import { userDataServer } from "@orbline/kit/grpc/user-data";
import { randomUUID } from "node:crypto";
import { addTableRoutes } from "@orbline/kit/admin-tables/mongo-table";
import { startRelay } from "@orbline/kit/mongo/relay";
import { schedule, scheduleOnce } from "@orbline/kit/process/schedule";
import { runService, startService } from "@orbline/kit/service";
import type { StartOptions } from "@orbline/kit/service-context";
import { topics } from "@orbline/proto/topics";
import type { Router } from "express";
import { type Config, type PredictionContext, readConfig } from "./config.ts";
import { hourMs } from "./domain/dates.ts";
import { sports } from "./domain/sport.ts";
import { encodeGuardrails } from "./events/encode-guardrails.ts";
import { encodeTreeHead } from "./events/encode-tree-head.ts";
import { eventHandlers } from "./events/handlers.ts";
import { billingEntitlements } from "./grpc/billing-entitlements.ts";
import { identityAccounts } from "./grpc/identity-accounts.ts";
import { addPriceCheckRoutes } from "./http/price-check-routes.ts";
import { addGuardrailsRoutes } from "./http/guardrails-routes.ts";
import { addLedgerRoutes } from "./http/ledger-routes.ts";
import { addNoticeRoutes, addUnsubscribeRoute } from "./http/notice-routes.ts";
import { addPredictionRoutes } from "./http/prediction-routes.ts";
import { addPushRoutes } from "./http/push-routes.ts";
import { addRecordLogRoutes } from "./http/record-log-routes.ts";
import { addRatingsRoutes } from "./http/ratings-routes.ts";
import { addDevelopmentRoutes, addSlateRoutes } from "./http/slate-routes.ts";
import { addTrackRecordRoutes } from "./http/track-record-routes.ts";
import { renderReceiptImage } from "./images/receipt-image.ts";
import { openPickEmails } from "./mail/pick-emails.ts";
import { openPickPushes } from "./push/pick-pushes.ts";
import { webPushClient } from "./push/web-push.ts";
import { feedsFor } from "./odds-provider/feeds.ts";
import { liveSlates } from "./odds-provider/live-slates.ts";
import { oddsApiClient } from "./odds-provider/client.ts";
import { oddsMetrics } from "./odds-provider/metrics.ts";
import { pollFeeds } from "./odds-provider/poll-feeds.ts";
import { oddsApiSource } from "./odds-provider/scores-source.ts";
import { oddsRequests } from "./odds-provider/requests.ts";
import { resultsMetrics } from "./results/metrics.ts";
import { pollResults } from "./results/poll-results.ts";
import { liveRatings } from "./results/ratings.ts";
import { oldestFit, resultsSources } from "./results/sources.ts";
import { reportStatus } from "./results/status.ts";
import { betPrices } from "./picks/bet-prices.ts";
import { backTestOf } from "./picks/back-tests.ts";
import { marketProbabilities } from "./picks/market-probabilities.ts";
import { openPicks } from "./picks/open-picks.ts";
import { slatePicks } from "./picks/slate-picks.ts";
import { createSlateClock } from "./slates/clock.ts";
import { followClock } from "./slates/followed-clock.ts";
import { loadModels, modelOf, type Models, type RatedSlates } from "./slates/models.ts";
import { simulatedSlates } from "./slates/simulated/season.ts";
import { mongoBettingProfiles, mongoPerformances } from "./store/counts.ts";
import { mongoEntitlements } from "./store/entitlements.ts";
import { guardrailsCollection, mongoGuardrails } from "./store/guardrails.ts";
import { mongoLiveGames } from "./store/live/live-games.ts";
import { migrations } from "./store/migrations.ts";
import { mongoPushDevices } from "./store/notices/push-devices.ts";
import { mongoNotificationSettings } from "./store/notices/settings.ts";
import { mongoPollLease } from "./store/live/poll-lease.ts";
import { mongoPredictions } from "./store/predictions.ts";
import { mongoPriceSnapshots } from "./store/live/price-snapshots.ts";
import { mongoLeaves, newPredictions } from "./store/proof/leaves.ts";
import { newestHeadGauge } from "./store/proof/newest-head-gauge.ts";
import { createRecordTree } from "./store/proof/record-tree.ts";
import { mongoShares } from "./store/proof/shares.ts";
import {
  mongoTreeHeads,
  storePublicKey,
  toHead,
  treeHeadCollection,
  type TreeHeadDocument,
} from "./store/proof/tree-heads.ts";
import { mongoPriceCheckLimits } from "./store/price-checks.ts";
import { predictionQuotas } from "./store/quotas.ts";
import { mongoResults } from "./store/results.ts";
import { settlementMonitor } from "./store/settlement-monitor.ts";
import { mongoSlateClock } from "./store/slate-clock.ts";
import { tables } from "./store/tables.ts";
import { createTrackRecord } from "./store/track-record.ts";
import { mongoUserData } from "./store/user-data.ts";
import { extendRecordLog } from "./use-cases/extend-record-log.ts";
import { notifySettled } from "./use-cases/notify-settled.ts";
import type { Leaves, PredictionDeps } from "./use-cases/ports.ts";
import { predictionIds } from "./use-cases/prediction-id.ts";
import { settleAndCount, settlementJob } from "./use-cases/settle-predictions.ts";

const warmPicksMs = 10_000;
const statusMs = 60_000;
const recordLogMs = 1_000;
const slateClockMs = 30_000;

/** Starts the service; resolves with its ports when it takes requests. */
export function start(options: StartOptions<Config>) {
  return startService({ ...options, name: "prediction", migrations, open });
}

async function open(service: PredictionContext) {
  const { config, connection, clock } = service;
  const { slates, ratings } = await openSlates(service);
  const monitor = settlementMonitor(service);
  const performances = mongoPerformances(connection, monitor);
  const added = newPredictions();
  const predictions = mongoPredictions(connection, added);
  const trackRecord = await createTrackRecord({ performances, predictions, clock });
  const picks = slatePicks({ slates, ratings, trackRecord });
  const prices = betPrices({ slates, ratings });
  const deps: PredictionDeps = {
    clock,
    slates,
    picks,
    predictions,
    predictionId: predictionIds(config.RECORD_SIGNING_KEY.export({ type: "pkcs8", format: "der" })),
    openPicks: openPicks(predictions),
    notifications: mongoNotificationSettings(connection),
    pushDevices: mongoPushDevices(connection),
    profiles: mongoBettingProfiles(connection, monitor),
    performances,
    trackRecord,
    market: marketProbabilities(slates),
    entitlements: mongoEntitlements(connection),
    quotas: predictionQuotas(service),
    billing: billingEntitlements(service),
    settlementMonitor: monitor,
  };
  const guardrails = openGuardrails(service);
  const accounts = identityAccounts(service);
  const emails = openPickEmails(service, { ...deps, guardrails, accounts });
  const pushServices = webPushClient(config);
  const pushes = openPickPushes(service, { ...deps, guardrails, client: pushServices });
  const settle = async () => {
    const settled = await settleAndCount(deps);
    await notifySettled({ ...deps, guardrails, emails, pushes });
    await emails.queueRecaps();
    return settled;
  };
  const everyMs = config.SETTLE_SECONDS * 1_000;
  scheduleOnce(service, { name: settlementJob, everyMs, job: settle });
  // What this process keeps in memory follows what another one has settled.
  schedule(service, { name: "track record", everyMs, job: trackRecord.refresh });
  // Every pool exists before the first request: building them on demand would exceed its deadline.
  await picks.warm();
  schedule(service, { name: "picks", everyMs: warmPicksMs, job: picks.warm });

  const priceCheckLimits = mongoPriceCheckLimits({ connection, clock });
  const recordLog = await openRecordLog(service, mongoLeaves(connection, monitor, added));
  const backTests = sports.map((sport) => backTestOf(ratings(sport)));
  return {
    handlers: eventHandlers(deps),
    grpc: [userDataServer(mongoUserData(connection, clock, guardrails))],
    routes: (router: Router) => {
      addPredictionRoutes(router, { ...deps, guardrails, logger: service.logger });
      addGuardrailsRoutes(router, { guardrails, clock });
      addLedgerRoutes(router, deps);
      addNoticeRoutes(router, deps);
      addPushRoutes(router, { ...deps, pushServices });
      addTrackRecordRoutes(router, { ...deps, backTests });
      addSlateRoutes(router, { ...deps, guardrails, betPrices: prices });
      addPriceCheckRoutes(router, { ...deps, guardrails, betPrices: prices, priceCheckLimits });
      addTableRoutes(router, tables(connection), connectAuditTrail(service));
      addRatingsRoutes(router, mongoResults(connection));
      addRecordLogRoutes(router, { ...recordLog, slates, renderImage: renderReceiptImage });
    },
    unassertedRoutes: (router: Router) => {
      addUnsubscribeRoute(router, deps);
      if (config.NODE_ENV !== "production") addDevelopmentRoutes(router, { slates, settle });
    },
  };
}

/** Opens the guardrails, whose self-exclusions billing follows. */
function openGuardrails(service: PredictionContext) {
  const { connection, clock } = service;
  const relay = startRelay(service, {
    collection: guardrailsCollection(connection),
    topic: topics.guardrails,
    encode: (document) => encodeGuardrails(document._id, document),
  });
  return mongoGuardrails(connection, clock, relay.notify);
}

/** Opens the log of all predictions, which grows by itself. The first requests find it complete unless it is damaged. */
async function openRecordLog(service: PredictionContext, leaves: Leaves) {
  const { config, connection, clock } = service;
  const key = config.RECORD_SIGNING_KEY;
  const signer = { key, keyId: await storePublicKey(connection, key) };
  const collection = treeHeadCollection(connection);
  const relay = startRelay(service, { collection, topic: topics.treeHeads, encode: encodeHead });
  const heads = mongoTreeHeads(connection, relay.notify);
  const tree = createRecordTree(leaves);
  // A damaged log stops no prediction. Nothing is signed then, which fires an alert.
  await tree.catchUp().catch((error: unknown) => {
    service.logger.error({ err: error }, "the record log is damaged");
  });
  const newest = newestHeadGauge(service.metrics);
  const deps = { leaves, heads, tree, clock, signer };
  const job = async () => newest.set((await extendRecordLog(deps)).getTime() / 1_000);
  schedule(service, { name: "record log", everyMs: recordLogMs, job });
  return { leaves, heads, tree, shares: mongoShares(connection) };
}

const encodeHead = (document: TreeHeadDocument) => encodeTreeHead(toHead(document));

/** Opens the slate that the configuration names: live games, or the simulated season. */
async function openSlates(service: PredictionContext): Promise<RatedSlates> {
  const { config, connection, clock } = service;
  const models = loadModels();
  if (config.ODDS_API_KEY) return openLiveSlates(service, models, config.ODDS_API_KEY);
  const slateClock = await createSlateClock(clock, mongoSlateClock(connection, "simulated"));
  schedule(service, { name: "slate clock", everyMs: slateClockMs, job: slateClock.refresh });
  return simulatedSlates(config.SLATE_SEED, models, slateClock);
}

/** Opens the live slate: first with what is stored, then with what this or another process polls. */
async function openLiveSlates(
  service: PredictionContext,
  models: Models,
  apiKey: string,
): Promise<RatedSlates> {
  const { config, connection, logger } = service;
  const followed = config.ODDS_CLOCK_URL && (await followClock(config.ODDS_CLOCK_URL, service));
  const clock = followed || service.clock;
  const games = mongoLiveGames(connection);
  const snapshots = mongoPriceSnapshots(connection);
  const results = mongoResults(connection);
  const watched = resultsMetrics(service);
  const ratings = liveRatings({
    models,
    results,
    games,
    clock,
    sourceOf: (sport) => config.RESULTS_SOURCES.get(sport),
    onUnknown: watched.reportUnknown,
  });

  const metrics = oddsMetrics(service);
  const requests = oddsRequests({
    connect: (onCredits) =>
      oddsApiClient({
        baseUrl: config.ODDS_API_URL,
        apiKey,
        onCredits,
        onLeftOut: (reason) => logger.warn({ reason }, "events of the odds provider are left out"),
      }),
    lease: mongoPollLease(connection, "the-odds-api"),
    holder: randomUUID(),
    clock,
    logger,
    metrics,
  });
  const deps = { requests, matchTeam: ratings.matchTeam, games, snapshots, clock, logger, metrics };
  const all = feedsFor(config.ODDS_LEAGUES);
  const sources = resultsSources({
    config,
    clock,
    oddsApi: oddsApiSource({ ...deps, feeds: all }),
    oldest: oldestFit(models),
    metrics: watched,
  });
  const feeds = all.filter(({ sport, league }) => sources.of(sport)?.covers(sport, league));
  for (const sport of sports.filter((one) => sources.notSold(one)))
    logger.warn({ sport }, "no results source is set for this sport: it is not on sale");

  const maxAgeMs = config.ODDS_MAX_AGE_HOURS * hourMs;
  const live = liveSlates({ ratings, notSold: sources.notSold, games, snapshots, clock, maxAgeMs });
  await live.refresh();
  const pollSources = pollResults({
    feeds,
    sourceOf: sources.of,
    fittedTo: (sport) => modelOf(models, sport).model.span.to,
    results,
    games,
    matchTeam: ratings.matchTeam,
    hold: requests.hold,
    clock,
    logger,
    metrics: watched,
  });
  const pollPrices = pollFeeds({ ...deps, feeds });
  service.lifecycle.onStop("poll lease", requests.release);
  schedule(service, {
    name: "live slate",
    everyMs: config.ODDS_POLL_SECONDS * 1_000,
    job: async () => {
      try {
        if (followed) await followed.read();
        await pollSources();
        await pollPrices();
      } finally {
        await live.refresh();
      }
    },
  });
  const status = { ratings, slates: live.slates, results, games, sources, metrics: watched };
  schedule(service, { name: "ratings status", everyMs: statusMs, job: reportStatus(status) });
  return live;
}

if (import.meta.main) await runService("prediction", readConfig(), start);
