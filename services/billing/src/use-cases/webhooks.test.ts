import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { PaymentProvider } from "./payment-provider.ts";
import { fakeDeps } from "../testing/fake-deps.ts";
import { hour, later, now, payment, snapshot } from "../testing/fixtures.ts";
import { webhookEvents } from "../stripe/setup/webhooks.ts";
import { processWebhook } from "./webhooks.ts";

/** Processes an event about an object that belongs to no user; returns the calls to the provider. */
async function processEvent(type: string, objectId: string, failure?: AppError) {
  const calls: string[] = [];
  const find =
    <T>(method: keyof PaymentProvider, found: T) =>
    async (id: string): Promise<T> => {
      calls.push(`${method} ${id}`);
      if (failure) throw failure;
      return found;
    };
  const session = { id: "cs_1", isComplete: true, isPaid: true, createdAt: now };
  const deps = fakeDeps(
    { now: () => now },
    {
      provider: {
        findSession: find("findSession", session),
        findSubscription: find("findSubscription", { snapshot: snapshot() }),
        findInvoice: find("findInvoice", { paymentIds: [] }),
        findPayment: find("findPayment", payment({ createdAt: later(-2 * hour) })),
      },
    },
  );
  const result = await processWebhook(deps, { type, objectId });
  return { result, calls };
}

it.each([
  ["checkout.session.completed", "cs_1", "findSession"],
  ["checkout.session.async_payment_succeeded", "cs_1", "findSession"],
  ["checkout.session.async_payment_failed", "cs_1", "findSession"],
  ["customer.subscription.updated", "sub_1", "findSubscription"],
  ["customer.subscription.deleted", "sub_1", "findSubscription"],
  ["invoice.paid", "sub_1", "findSubscription"],
  ["invoice.payment_failed", "sub_1", "findSubscription"],
  ["invoice.upcoming", "sub_1", "findSubscription"],
  ["invoice.paid", "in_1", "findInvoice"],
  ["invoice.payment_action_required", "in_1", "findInvoice"],
  ["charge.refunded", "pi_1", "findPayment"],
  ["refund.updated", "pi_1", "findPayment"],
  ["charge.dispute.created", "pi_1", "findPayment"],
  ["charge.dispute.closed", "pi_1", "findPayment"],
])("handles %s of %s by fetching the object with %s", async (type, objectId, method) => {
  expect((await processEvent(type, objectId)).calls).toEqual([`${method} ${objectId}`]);
});

it.each(webhookEvents)("handles %s, to which stripe:setup subscribes", async (type) => {
  const ids = {
    checkout: "cs_1",
    customer: "sub_1",
    invoice: "in_1",
    charge: "pi_1",
    refund: "pi_1",
  };
  const objectId = ids[type.split(".")[0] as keyof typeof ids];
  expect((await processEvent(type, objectId)).calls).toHaveLength(1);
});

it.each([
  ["charge.refunded", "ch_1"],
  ["checkout.session.expired", "cs_1"],
  ["balance.available", ""],
])("ignores %s of %s, because its type is not handled", async (type, objectId) => {
  expect(await processEvent(type, objectId)).toEqual({ result: "type-not-handled", calls: [] });
});

it("ignores an event about an object that the provider does not know", async () => {
  const missing = new AppError("not-found", "payments.not-found", "unknown");
  const { result } = await processEvent("invoice.paid", "sub_1", missing);
  expect(result).toBe("unknown-at-provider");
});

it.each([
  ["checkout.session.completed", "cs_1", "unknown-session"],
  ["customer.subscription.updated", "sub_1", "not-ours"],
  ["charge.refunded", "pi_1", "not-ours"],
  ["invoice.paid", "in_1", "not-charged"],
])("ignores %s of %s with the reason %s", async (type, objectId, reason) => {
  expect((await processEvent(type, objectId)).result).toBe(reason);
});

it("fails when the provider is down, so that the event is processed again", async () => {
  const down = new AppError("unavailable", "payments.unavailable", "down");
  await expect(processEvent("invoice.paid", "sub_1", down)).rejects.toBe(down);
});
