import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@orbline/kit/observability/logger";
import { createIdQueue } from "@orbline/kit/work-queue";
import { repeat } from "@orbline/kit/process/schedule";
import type { Billing } from "./use-cases/billing.ts";
import { pollEvents } from "./use-cases/poll-events.ts";
import type {
  Clock,
  PaymentRecords,
  Payments,
  Subscriptions,
  WebhookInbox,
} from "./use-cases/ports.ts";

const batchSize = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const stopDeadlineMs = 3_000;

type Options = {
  billing: Billing;
  inbox: WebhookInbox;
  records: PaymentRecords;
  subscriptions: Subscriptions;
  clock: Clock;
  sweepMs: number;
  pollMs: number;
  payments: Pick<Payments, "findUndelivered">;
  logger: Logger;
};

const startQueues = ({ billing, logger }: Options) => {
  const queue = (work: (id: string) => Promise<void>, maxParallel: number, waits: string) =>
    createIdQueue({
      work,
      onFailure: (id, err) => logger.warn({ err, id }, waits),
      maxParallel,
      maxWaiting: batchSize,
    });
  const owed = "a duty could not be discharged yet";
  return {
    webhooks: queue(billing.processWebhook, 8, "webhook waits for the next sweep"),
    duties: queue(billing.dischargeDuties, 4, owed),
    paymentDuties: queue(billing.dischargePaymentDuties, 4, owed),
  };
};

/**
 * Works on stored webhooks, what is owed as they come, a few at a time, and sweeps for what a
 * crash or an outage left: due webhooks, duties, access that has ended by its date, events that the
 * provider could not deliver, what differs from the provider once a day, what is past its time.
 */
export const startWorker = (options: Options) => {
  const { billing, inbox, subscriptions, clock, sweepMs, pollMs, payments, logger } = options;
  const queues = startQueues(options);
  const { webhooks, duties } = queues;
  const stopping = new AbortController();
  const compare = async () => {
    const { drifts, payments: missing, ...counts } = await billing.reconcile(stopping.signal);
    const open = drifts.filter(({ isRepaired }) => !isRepaired).length;
    const found = { ...counts, drifts: drifts.length, open, missingPayments: missing.length };
    if (drifts.length > 0 || missing.length > 0)
      logger.warn({ ...found, first: drifts.slice(0, 10) }, "drift found");
    else logger.info(found, "billing agrees with the provider");
  };
  const sweeps: { stop: () => Promise<void> }[] = [];
  const sweep = (name: string, job: () => Promise<unknown>, everyMs = sweepMs) =>
    sweeps.push(repeat({ name, everyMs, job, logger }));

  return {
    /** Starts the work on a stored webhook; never waits. */
    work: (id: string) => void webhooks.add(id),
    /** Starts to do what is owed to the provider for a user; never waits. */
    discharge: (userId: string) => void duties.add(userId),
    /** The same for a payment. */
    dischargePayment: (paymentId: string) => void queues.paymentDuties.add(paymentId),
    start: (): void => {
      sweep("webhooks", async () => {
        for (const id of await inbox.findDue(clock.now(), batchSize)) webhooks.add(id);
      });
      sweep("duties", async () => {
        for (const userId of await subscriptions.findWithDuties(batchSize)) duties.add(userId);
        for (const id of await options.records.findWithDuties(batchSize))
          queues.paymentDuties.add(id);
      });
      sweep("expiry", () => billing.expireSubscriptions());
      sweep("lost pages", () => billing.closeLostPages());
      sweep("leftovers of deleted users", () => billing.eraseLeftovers());
      sweep("unclaimed purchases", () => billing.remindOfPurchases());
      const poll = pollEvents({ payments, inbox, clock, work: (id) => void webhooks.add(id) });
      sweep("missed events", poll, pollMs);
      sweep("reconciliation", compare, dayMs);
      sweep("retention", () => billing.forgetWebhooks(), hourMs);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      // A sweep may wait for a provider that is silent; what it does not reach now the next one does.
      const swept = Promise.all(sweeps.map((one) => one.stop()));
      await Promise.race([swept, sleep(stopDeadlineMs, undefined, { ref: false })]);
      await Promise.all(Object.values(queues).map((queue) => queue.whenIdle(stopDeadlineMs)));
    },
  };
};
