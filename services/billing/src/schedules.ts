import type { EventEmitter } from "node:events";
import { type DueItem, dueItems, startDueWorker } from "@orbline/kit/mongo/due-items";
import { withContext } from "@orbline/kit/observability/context";
import { scheduleOnce } from "@orbline/kit/process/schedule";
import type { BillingContext } from "./config.ts";
import { type InboxDocument, measureWebhooks, webhookCollection } from "./store/webhooks.ts";
import { closeInterruptedCheckouts } from "./use-cases/checkout/close-checkouts.ts";
import { followUpGuests } from "./use-cases/guest/follow-up.ts";
import type { BackgroundWork, BillingDeps } from "./use-cases/ports.ts";
import { reconcile } from "./use-cases/reconcile.ts";
import { runEffects, runPaymentEffects } from "./use-cases/run-effects.ts";
import { expireSubscriptions } from "./use-cases/subscription/expire.ts";
import { processWebhook, deleteOldWebhooks, pollEvents } from "./use-cases/webhooks.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxLeaseMs = 60_000;
/** The attempts take about four days, because the delay grows to one hour. */
const maxAttempts = 100;

type Options = {
  wakeups: EventEmitter<Record<BackgroundWork, []>>;
  wrapPort: <Port extends object>(name: string, port: Port) => Port;
};

type WebhookResult = Pick<InboxDocument, "reason" | "lastError"> & {
  outcome: Exclude<InboxDocument["outcome"], "open">;
};

/** Starts the background work: webhooks and effects as soon as they are due, other jobs periodically in one process. */
export function startSchedules(service: BillingContext, deps: BillingDeps, options: Options): void {
  startWebhooks(service, deps, options);
  startEffects(service, "effects", "subscriptions", deps, options);
  startEffects(service, "paymentEffects", "payments", deps, options);

  const sweepMs = service.config.SWEEP_SECONDS * 1_000;
  const sweeps: [name: string, everyMs: number, job: () => Promise<unknown>][] = [
    ["expiry", sweepMs, () => expireSubscriptions(deps)],
    ["interrupted checkouts", sweepMs, () => closeInterruptedCheckouts(deps)],
    ["guest purchases", sweepMs, () => followUpGuests(deps)],
    ["undelivered events", service.config.POLL_SECONDS * 1_000, () => pollEvents(deps)],
    ["old webhooks", hourMs, () => deleteOldWebhooks(deps)],
    ["ended self-exclusions", hourMs, () => deps.excludedAddresses.deleteEnded(deps.clock.now())],
  ];
  for (const [name, everyMs, job] of sweeps) scheduleOnce(service, { name, everyMs, job });
  scheduleReconciliation(service, deps);
}

function startWebhooks(service: BillingContext, deps: BillingDeps, options: Options): void {
  const { connection, clock, metrics, logger } = service;
  const collection = webhookCollection(connection);
  const finished = measureWebhooks({
    metrics,
    collection: connection.collection("webhook_inbox"),
  });
  const items = options.wrapPort("webhookItems", dueItems<InboxDocument>({ collection, clock }));
  const worker = startDueWorker(service, {
    name: "webhooks",
    items,
    maxParallel: 8,
    ...pace(service, deps),
    // Every log line uses the event's id as its request id, in other services too.
    work: (item) => withContext({ requestId: item.id }, () => work(item)),
  });
  options.wakeups.on("webhooks", worker.wake);

  async function work(item: DueItem<InboxDocument>): Promise<void> {
    const { type, objectId } = item.document;
    const attempts = item.attempts + 1;
    const event = { eventId: item.id, type, objectId, attempts };
    try {
      const result = await processWebhook(deps, item.document);
      if (result === "applied") await finish(item, { outcome: "done" });
      else if (await finish(item, { outcome: "ignored", reason: result }))
        logger.info({ ...event, reason: result }, "a webhook event was ignored");
    } catch (err) {
      const lastError = (err instanceof Error ? err.message : String(err)).slice(0, 500);
      if (attempts < maxAttempts) {
        logger.warn({ ...event, err }, "a webhook event failed, trying again later");
        await items.retryLater(item, { lastError });
      } else if (await finish(item, { outcome: "failed", lastError }))
        logger.error({ ...event, err }, "a webhook event was given up");
    }
  }

  async function finish(item: DueItem<InboxDocument>, result: WebhookResult): Promise<boolean> {
    const $set = { ...result, finishedAt: new Date() };
    const $unset = result.lastError === undefined ? { lastError: 1 as const } : {};
    const isFinished = await items.done(item, { $set, $unset });
    if (isFinished) finished.inc({ outcome: result.outcome });
    return isFinished;
  }
}

function startEffects(
  service: BillingContext,
  name: "effects" | "paymentEffects",
  collection: "subscriptions" | "payments",
  deps: BillingDeps,
  { wakeups }: Options,
): void {
  type Owner = { _id: string; effects: unknown[] };
  const owners = service.connection.collection<Owner>(collection);
  const items = dueItems({
    collection: owners,
    clock: service.clock,
    dueField: "effectsDueAt",
    attemptsField: "effectsAttempts",
  });
  const run = name === "effects" ? runEffects : runPaymentEffects;
  const worker = startDueWorker<Owner>(service, {
    name,
    items,
    ...pace(service, deps),
    work: async (item: DueItem<Owner>) => {
      try {
        await run(deps, item.id);
      } catch (error) {
        service.logger.warn({ err: error, id: item.id }, "an effect failed, trying again later");
      }
      // Removing an effect changes the date, so an effect that still has the date of this attempt has failed.
      await items.retryLater(item);
    },
  });
  wakeups.on(name, worker.wake);
}

/** Interrupted work is due again once the provider's timeout has passed. */
function pace({ config }: BillingContext, { patienceMs }: BillingDeps) {
  return { everyMs: config.SWEEP_SECONDS * 1_000, leaseMs: Math.min(patienceMs, maxLeaseMs) };
}

function scheduleReconciliation(service: BillingContext, deps: BillingDeps): void {
  const stopping = new AbortController();
  service.lifecycle.onStop("reconciliation signal", () => stopping.abort());
  scheduleOnce(service, {
    name: "reconciliation",
    everyMs: dayMs,
    job: async () => {
      const { drifts, payments, ...counts } = await reconcile(deps, stopping.signal);
      const open = drifts.filter(({ isRepaired }) => !isRepaired).length;
      const found = { ...counts, drifts: drifts.length, open, missingPayments: payments.length };
      if (drifts.length > 0 || payments.length > 0)
        service.logger.warn({ ...found, first: drifts.slice(0, 10) }, "drift found");
      else service.logger.info(found, "billing agrees with the provider");
    },
  });
}
