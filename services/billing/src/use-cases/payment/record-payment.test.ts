import { expect, it } from "vitest";
import { applyProviderPayment, type ProviderPayment } from "../../domain/payment/payment.ts";
import { fakeDeps, memoryPayments } from "../../testing/fake-deps.ts";
import { hour, later, now, payment } from "../../testing/fixtures.ts";
import { processWebhook } from "../webhooks.ts";

/** Processes a charge about a payment without any purchase. */
function processCharge(fields: Partial<ProviderPayment>) {
  const findPayment = () => Promise.resolve(payment(fields));
  const checkouts = { find: () => Promise.resolve(undefined) };
  const deps = fakeDeps({ now: () => now }, { provider: { findPayment }, checkouts });
  return processWebhook(deps, { type: "charge.succeeded", objectId: "pi_1" });
}

it.each([0, -hour, hour])(
  "tries a charge again while its invoice may still be created, %i ms from now",
  async (ms) => {
    const failure = { kind: "unavailable", code: "payments.no-purchase" };
    await expect(processCharge({ createdAt: later(ms) })).rejects.toMatchObject(failure);
  },
);

it("reports a refund that has failed later, and no longer counts it as made", async () => {
  const payments = memoryPayments({ now: () => now });
  const owner = { userId: "usr_1", plan: "monthly" } as const;
  const refunded = applyProviderPayment(undefined, payment({ refundedCents: 500 }), owner);
  const order = { commandId: "c1", amountCents: 500, outcome: "done" } as const;
  if (refunded) payments.put({ ...refunded, refunds: [order] });
  const reports: unknown[] = [];
  const deps = fakeDeps(
    { now: () => now },
    {
      payments,
      provider: { findPayment: () => Promise.resolve(payment({ fetchedAt: later(1) })) },
      checkouts: { find: () => Promise.resolve(undefined) },
      subscriptions: { find: () => Promise.resolve(undefined) },
      report: (error) => void reports.push(error),
    },
  );
  for (let count = 0; count < 2; count += 1)
    await processWebhook(deps, { type: "refund.failed", objectId: "pi_1" });
  expect(reports).toMatchObject([{ code: "refund.failed" }]);
  expect((await payments.find("pi_1"))?.state).toMatchObject({
    refundedCents: 0,
    refunds: [{ commandId: "c1", outcome: "refused" }],
  });
});

it.each([
  ["is older than an hour", { createdAt: later(-hour - 1) }],
  ["has failed", { isPaid: false, failedAttempts: 1 }],
  ["names a checkout of another system", { checkoutId: "chk_other" }],
])("ignores a charge without a purchase that %s", async (_which, fields) => {
  expect(await processCharge(fields)).toBe("not-ours");
});
