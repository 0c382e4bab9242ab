import { Stripe } from "stripe";
import { expect, it } from "vitest";
import { resume, stopAtPeriodEnd } from "./subscription.ts";

const refusal = new Stripe.errors.StripeInvalidRequestError({
  type: "invalid_request_error",
  message: "A canceled subscription can only update its cancellation_details and metadata.",
});

/** A provider that returns these statuses in turn and refuses every change. */
const refusing = (...statuses: string[]) => {
  const left = [...statuses];
  const retrieve = () => Promise.resolve({ id: "sub_1", status: left.shift() });
  const update = () => Promise.reject(refusal);
  return { subscriptions: { retrieve, update } } as unknown as Stripe;
};

it("changing the renewal of a subscription that has just ended is no failure", async () => {
  expect(await resume(refusing("active", "canceled"), "sub_1")).toBe(false);
  await stopAtPeriodEnd(refusing("active", "canceled"), "sub_1");
});

it("a refused change of a running subscription is a failure", async () => {
  await expect(resume(refusing("active", "active"), "sub_1")).rejects.toBe(refusal);
  await expect(stopAtPeriodEnd(refusing("active", "active"), "sub_1")).rejects.toBe(refusal);
});
