import type { Logger } from "@orbline/kit/logger";
import { repeat } from "@orbline/kit/repeat";
import type { Billing } from "./use-cases/billing.ts";
import type { Clock, Subscriptions, WebhookInbox } from "./use-cases/ports.ts";

const batchSize = 100;

/**
 * Works on stored webhooks at once and one after another, and sweeps for what a crash or an outage left:
 * due webhooks, owed provider calls, access that has ended by its date.
 */
export const startWorker = ({
  billing,
  inbox,
  subscriptions,
  clock,
  sweepMs,
  logger,
}: {
  billing: Billing;
  inbox: WebhookInbox;
  subscriptions: Subscriptions;
  clock: Clock;
  sweepMs: number;
  logger: Logger;
}) => {
  const waiting = new Set<string>();
  let running: Promise<void> | undefined;

  const drain = async () => {
    for (const id of waiting) {
      waiting.delete(id);
      try {
        await billing.processWebhook(id);
      } catch (error) {
        logger.warn(
          { err: error, event: id },
          "webhook could not be worked on, the sweep tries again",
        );
      }
    }
  };
  const work = (id: string): void => {
    waiting.add(id);
    running ??= drain().finally(() => {
      running = undefined;
    });
  };
  const dischargeAll = async () => {
    for (const userId of await subscriptions.findWithDuties(batchSize))
      await billing
        .dischargeDuties(userId)
        .catch((error: unknown) => logger.warn({ err: error }, "a duty could not be discharged"));
  };
  const sweeps: { stop: () => Promise<void> }[] = [];
  const sweep = (name: string, job: () => Promise<unknown>) =>
    sweeps.push(repeat({ name, everyMs: sweepMs, job, logger }));

  return {
    work,
    start: (): void => {
      sweep("webhooks", async () => {
        for (const id of await inbox.findDue(clock.now(), batchSize)) work(id);
      });
      sweep("duties", dischargeAll);
      sweep("expiry", () => billing.expireSubscriptions());
    },
    stop: async (): Promise<void> => {
      await Promise.all(sweeps.map((one) => one.stop()));
      await running;
    },
  };
};
