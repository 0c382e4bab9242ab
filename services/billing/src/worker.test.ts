import { createLogger } from "@orbline/kit/observability/logger";
import { expect, it } from "vitest";
import type { Billing } from "./use-cases/billing.ts";
import type { PaymentRecords, Subscriptions, WebhookInbox } from "./use-cases/ports.ts";
import { startWorker } from "./worker.ts";

const never = () => new Promise<never>(() => undefined);
const nothing = () => Promise.resolve([]);

it("a provider that does not answer holds no stop up", { timeout: 30_000 }, async () => {
  let asked = 0;
  const silent = () => {
    asked += 1;
    return never();
  };
  const worker = startWorker({
    billing: {
      reconcile: silent,
      expireSubscriptions: nothing,
      forgetWebhooks: nothing,
      remindOfPurchases: nothing,
      closeLostPages: nothing,
      eraseLeftovers: nothing,
    } as unknown as Billing,
    inbox: { findDue: nothing } as unknown as WebhookInbox,
    subscriptions: { findWithDuties: nothing } as unknown as Subscriptions,
    records: { findWithDuties: nothing } as unknown as PaymentRecords,
    payments: { findUndelivered: () => ({ [Symbol.asyncIterator]: () => ({ next: silent }) }) },
    clock: { now: () => new Date(0) },
    sweepMs: 60_000,
    pollMs: 60_000,
    logger: createLogger({ service: "test", level: "silent" }),
  });
  worker.start();
  expect(asked).toBe(2);
  await worker.stop();
});
