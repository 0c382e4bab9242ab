import { Stripe } from "stripe";
import { expect, it } from "vitest";
import { changePlan, previewChange } from "./plan-change.ts";
import { stopAtPeriodEnd } from "./refunds.ts";
import { findSubscription, resume } from "./subscription.ts";

const refusal = new Stripe.errors.StripeInvalidRequestError({
  type: "invalid_request_error",
  message: "A canceled subscription can only update its cancellation_details and metadata.",
});

/** A provider that returns these statuses one after the other and refuses every change. */
const refusing = (...statuses: string[]) => {
  const left = [...statuses];
  const retrieve = () =>
    Promise.resolve({ id: "sub_1", status: left.shift(), items: { data: [] } });
  const update = () => Promise.reject(refusal);
  return { subscriptions: { retrieve, update } } as unknown as Stripe;
};

it("does not fail when it changes the renewal of a subscription that has just ended", async () => {
  expect(await resume(refusing("active", "canceled"), "sub_1")).toBe(false);
  await stopAtPeriodEnd(refusing("active", "canceled"), "sub_1");
});

it("fails when Stripe refuses to change a running subscription", async () => {
  await expect(resume(refusing("active", "active"), "sub_1")).rejects.toBe(refusal);
  await expect(stopAtPeriodEnd(refusing("active", "active"), "sub_1")).rejects.toBe(refusal);
});

/** A provider with one running subscription; returns the parameters that it receives. */
const recording = (fields: {
  cancel_at_period_end?: boolean;
  cancel_at?: number | null;
  latest_invoice?: { status: string };
}) => {
  const sent: object[] = [];
  const item = { id: "si_1", price: { id: "price_monthly" }, current_period_end: 300 };
  const found = { id: "sub_1", status: "active", items: { data: [item] }, ...fields };
  const update = (_id: string, params: object) => Promise.resolve(void sent.push(params));
  const createPreview = (params: { subscription_details: object }) => {
    sent.push(params.subscription_details);
    return Promise.resolve({ lines: { data: [] } });
  };
  const subscriptions = { retrieve: () => Promise.resolve(found), update };
  return { stripe: { subscriptions, invoices: { createPreview } } as unknown as Stripe, sent };
};

it.each([
  ["flag", { cancel_at_period_end: true, cancel_at: 300 }, { cancel_at_period_end: false }],
  ["date", { cancel_at_period_end: false, cancel_at: 300 }, { cancel_at: "" }],
])(
  "resuming and changing the plan clear the %s of a cancellation",
  async (_by, fields, cleared) => {
    const { stripe, sent } = recording(fields);
    const change = { subscriptionId: "sub_1", priceId: "price_annual", prorationAt: new Date(0) };
    await resume(stripe, "sub_1");
    await changePlan(stripe, change);
    await previewChange(stripe, change);
    const other = "cancel_at" in cleared ? "cancel_at_period_end" : "cancel_at";
    expect(sent).toHaveLength(3);
    for (const params of sent) {
      expect(params).toMatchObject(cleared);
      expect(params).not.toHaveProperty(other);
    }
  },
);

it("resuming and changing the plan leave a cancellation that arrives in the same instant", async () => {
  const { stripe, sent } = recording({ cancel_at_period_end: false, cancel_at: null });
  const change = { subscriptionId: "sub_1", priceId: "price_annual", prorationAt: new Date(0) };
  await resume(stripe, "sub_1");
  await changePlan(stripe, change);
  expect(sent).toHaveLength(2);
  for (const params of sent)
    for (const name of ["cancel_at", "cancel_at_period_end"])
      expect(params).not.toHaveProperty(name);
});

it("stops a subscription unless its flag or a date ends it with the period", async () => {
  const stopped = async (fields: Parameters<typeof recording>[0]) => {
    const { stripe, sent } = recording(fields);
    await stopAtPeriodEnd(stripe, "sub_1");
    return sent;
  };
  expect(await stopped({ cancel_at_period_end: true, cancel_at: 300 })).toEqual([]);
  expect(await stopped({ cancel_at_period_end: false, cancel_at: 300 })).toEqual([]);
  const stops = [{ cancel_at_period_end: true }];
  expect(await stopped({ cancel_at_period_end: false, cancel_at: null })).toEqual(stops);
  expect(await stopped({ cancel_at_period_end: false, cancel_at: 900 })).toEqual(stops);
});

it("counts the days of grace from the first failed charge since the last paid invoice", async () => {
  const invoice = (status: string, finalized_at: number | null) => {
    const attempted = finalized_at !== null;
    return { status, attempted, amount_due: 1_999, status_transitions: { finalized_at } };
  };
  const failedAt = async (status: string, ...newestFirst: ReturnType<typeof invoice>[]) => {
    const [latest_invoice] = newestFirst;
    const found = { id: "sub_1", status, created: 100, metadata: {}, latest_invoice };
    const retrieve = () => Promise.resolve({ ...found, items: { data: [{ price: {} }] } });
    const invoices = { list: () => newestFirst };
    const stripe = { subscriptions: { retrieve }, invoices } as unknown as Stripe;
    const clock = { now: () => new Date(900_000) };
    return (await findSubscription(stripe, "sub_1", clock)).snapshot.failedAt?.getTime();
  };
  const paid = invoice("paid", 100);
  const before = invoice("open", 50);
  expect(await failedAt("past_due", invoice("open", 200), paid, before)).toBe(200_000);
  const both = [invoice("open", 300), invoice("open", 200)];
  expect(await failedAt("past_due", ...both, paid, before)).toBe(200_000);
  expect(await failedAt("past_due", invoice("draft", null), ...both, paid)).toBe(200_000);
  expect(await failedAt("past_due", invoice("open", 300), invoice("void", 200))).toBe(300_000);
  expect(await failedAt("active", paid, before)).toBeUndefined();
});

it("changes no plan whose newest invoice is not paid, also when it was written off or voided", async () => {
  const change = { subscriptionId: "sub_1", priceId: "price_annual", prorationAt: new Date(0) };
  const sentFor = async (status: string) => {
    const { stripe, sent } = recording({ latest_invoice: { status } });
    await changePlan(stripe, change).catch((error: unknown) => sent.push(error as Error));
    return sent;
  };
  for (const status of ["draft", "open", "uncollectible", "void"])
    expect(await sentFor(status)).toMatchObject([{ code: "subscription.unpaid" }]);
  expect(await sentFor("paid")).toMatchObject([{ items: [{ price: "price_annual" }] }]);
});
