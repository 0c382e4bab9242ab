import { expect, it } from "vitest";
import { catalog, findPlan } from "../domain/plans.ts";
import { sessionParams } from "./session.ts";

const params = (plan: "trial" | "monthly" | "annual" | "lifetime") =>
  sessionParams(
    {
      checkoutId: "chk_1",
      userId: "usr_1",
      plan: findPlan(plan),
      priceId: "price_1",
      customerId: "cus_1",
      returnPages: "subscription",
    },
    { success: "https://orbline.example/ok", cancel: "https://orbline.example/no" },
  );

it("accepts nothing but cards for any plan", () => {
  for (const { id } of catalog)
    expect(params(id)).toMatchObject({ allowed_payment_method_types: ["card"] });
});

it("requires a card for a trial, sets its length in days, and ends it without a chargeable card", () => {
  const trial = params("trial");
  expect(trial).toMatchObject({
    mode: "subscription",
    payment_method_collection: "always",
    subscription_data: {
      trial_period_days: 2,
      trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
    },
  });
  expect(trial.subscription_data).not.toHaveProperty("trial_end");
  expect(params("monthly").subscription_data).not.toHaveProperty("trial_period_days");
});

it("opens a lifetime checkout as a single payment with an invoice", () => {
  expect(params("lifetime")).toMatchObject({
    mode: "payment",
    invoice_creation: { enabled: true },
    payment_intent_data: { metadata: { userId: "usr_1" } },
  });
});

it("puts our checkout id on a session and on its subscription or payment", () => {
  for (const { id } of catalog) {
    const sent = params(id);
    const metadata = { checkoutId: "chk_1", userId: "usr_1", plan: id };
    expect(sent).toMatchObject({ client_reference_id: "chk_1", customer: "cus_1", metadata });
    expect((sent.subscription_data ?? sent.payment_intent_data)?.metadata).toEqual(metadata);
  }
});
