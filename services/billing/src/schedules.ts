import type { EventEmitter } from "node:events";
import { type DueItem, dueItems, startDueWorker } from "@orbline/kit/mongo/due-items";
import { schedule } from "@orbline/kit/process/schedule";
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
/** With growing delays up to an hour these take about four days. */
const maxAttempts = 100;

type Options = {
  wakeups: EventEmitter<Record<BackgroundWork, []>>;
  wrapPort: <Port extends object>(name: string, port: Port) => Port;
};

/** Starts the background work: webhooks and effects as soon as they are due, the rest from time to time. */
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
  ];
  for (const [name, everyMs, job] of sweeps) schedule(service, { name, everyMs, job });
  scheduleReconciliation(service, deps);
}

function startWebhooks(service: BillingContext, deps: BillingDeps, options: Options): void {
  const { connection, clock, metrics } = service;
  const collection = webhookCollection(connection);
  measureWebhooks({ metrics, collection: connection.collection("webhook_inbox") });
  const items = options.wrapPort("webhookItems", dueItems<InboxDocument>({ collection, clock }));
  const worker = startDueWorker(service, {
    name: "webhooks",
    items,
    maxParallel: 8,
    ...pace(service, deps),
    work: async (item) => {
      const finish = (outcome: InboxDocument["outcome"]) =>
        items.done(item, { $set: { outcome, finishedAt: new Date() } });
      try {
        await finish(await processWebhook(deps, item.document));
      } catch (error) {
        deps.report(error);
        const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
        if (item.attempts + 1 >= maxAttempts) await finish("failed");
        else await items.retryLater(item, { lastError });
      }
    },
  });
  options.wakeups.on("webhooks", worker.wake);
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
      // removing an effect has changed the date; what still has the date of this attempt has failed
      await items.retryLater(item);
    },
  });
  wakeups.on(name, worker.wake);
}

/** Interrupted work is due again when the provider's patience has ended. */
function pace({ config }: BillingContext, { patienceMs }: BillingDeps) {
  return { everyMs: config.SWEEP_SECONDS * 1_000, leaseMs: Math.min(patienceMs, maxLeaseMs) };
}

function scheduleReconciliation(service: BillingContext, deps: BillingDeps): void {
  const stopping = new AbortController();
  service.lifecycle.onStop("reconciliation signal", () => stopping.abort());
  schedule(service, {
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
