import { expect, it } from "vitest";
import type { ProviderPayment } from "../../domain/payment/payment.ts";
import { fakeDeps } from "../../testing/fake-deps.ts";
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

it.each([
  ["is older than an hour", { createdAt: later(-hour - 1) }],
  ["has failed", { isPaid: false, failedAttempts: 1 }],
  ["names a checkout of another system", { checkoutId: "chk_other" }],
])("ignores a charge without a purchase that %s", async (_which, fields) => {
  expect(await processCharge(fields)).toBe("not-ours");
});
