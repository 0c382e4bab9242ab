import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
import {
  daySeconds,
  type Running,
  idOf,
  openPlan,
  openTrial,
  pay,
  startSandbox,
} from "./support.ts";

checkBodies();

let running: Running;
let stripe: Stripe;
beforeAll(async () => {
  running = await startSandbox();
  stripe = running.stripe;
});
afterAll(() => running.sandbox.close());

const subscribe = async (session: Stripe.Checkout.Session) => {
  await pay(session.url);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return stripe.subscriptions.retrieve(idOf(subscription));
};

const toPrice = ({ items }: Stripe.Subscription, plan: "monthly" | "annual") => ({
  items: [{ id: items.data[0]?.id ?? "", price: `price_${plan}` }],
});

const amounts = ({ lines }: Stripe.Invoice) =>
  lines.data.map(({ amount, parent }) => [
    amount,
    parent?.subscription_item_details?.proration ?? false,
  ]);

const failingCard = async (subscription: Stripe.Subscription) => {
  const customer = idOf(subscription.customer);
  const { id } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
};

describe("a preview", () => {
  it("previews the immediate cost of a change and charges the same amount for the same second", async () => {
    const monthly = await subscribe(await openPlan(stripe, "monthly"));
    const proration_date = (monthly.items.data[0]?.current_period_start ?? 0) + 60;
    running.sandbox.control.advance(60);
    const preview = await stripe.invoices.createPreview({
      subscription: monthly.id,
      subscription_details: { ...toPrice(monthly, "annual"), proration_date },
    });
    expect(amounts(preview)).toEqual([
      [-1999, true],
      [21_589, false],
    ]);
    expect(preview).toMatchObject({ billing_reason: "upcoming", status: "draft" });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect((await stripe.invoices.list({ subscription: monthly.id })).data).toHaveLength(1);

    const changed = await stripe.subscriptions.update(
      monthly.id,
      { ...toPrice(monthly, "annual"), proration_date, proration_behavior: "always_invoice" },
      { idempotencyKey: "change-1" },
    );
    expect(changed.items.data[0]?.price.lookup_key).toBe("annual");
    const invoice = await stripe.invoices.retrieve(idOf(changed.latest_invoice));
    expect(invoice).toMatchObject({
      billing_reason: "subscription_update",
      status: "paid",
      amount_paid: preview.amount_due,
    });
  });

  it("previews the next renewal without a change, and refuses if there is none", async () => {
    const monthly = await subscribe(await openPlan(stripe, "monthly"));
    const preview = await stripe.invoices.createPreview({ subscription: monthly.id });
    expect(preview).toMatchObject({ amount_due: 1999 });
    await stripe.subscriptions.update(monthly.id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: monthly.id })).rejects.toMatchObject(
      { code: "invoice_upcoming_none" },
    );
  });
});

describe("a change of plan", () => {
  it("keeps the credit of a change to a shorter plan for the next invoices", async () => {
    const annual = await subscribe(await openPlan(stripe, "annual"));
    const changed = await stripe.subscriptions.update(annual.id, toPrice(annual, "monthly"));
    const invoice = await stripe.invoices.retrieve(idOf(changed.latest_invoice));
    expect(invoice).toMatchObject({ status: "paid", amount_due: 0, total: -19_590 });
    const customer = await stripe.customers.retrieve(idOf(annual.customer));
    expect(customer).toMatchObject({ balance: -19_590 });
    running.sandbox.control.advance(32 * daySeconds);
    const { data } = await stripe.invoices.list({ subscription: annual.id, limit: 1 });
    expect(data[0]).toMatchObject({
      status: "paid",
      total: 1999,
      amount_due: 0,
      starting_balance: -19_590,
      ending_balance: -17_591,
    });
  });

  it("lists each change of a customer's balance and takes adjustments", async () => {
    const annual = await subscribe(await openPlan(stripe, "annual"));
    const customer = idOf(annual.customer);
    await stripe.subscriptions.update(annual.id, toPrice(annual, "monthly"));
    const adjustment = { amount: 10_000, currency: "usd", metadata: { reason: "goodwill" } };
    await stripe.customers.createBalanceTransaction(customer, adjustment);
    const { data } = await stripe.customers.listBalanceTransactions(customer);
    expect(data).toMatchObject([
      { type: "adjustment", amount: 10_000, ending_balance: -9590, invoice: null },
      { type: "applied_to_invoice", amount: -19_590, ending_balance: -19_590 },
    ]);
    expect(data[0]?.metadata).toEqual({ reason: "goodwill" });
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(annual.id);
    expect(data[1]?.invoice).toBe(idOf(invoice));
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -9590 });
  });

  it("charges a change during a trial only when the trial ends", async () => {
    const trial = await subscribe(await openTrial(stripe));
    const annual = await stripe.subscriptions.update(trial.id, toPrice(trial, "annual"));
    expect(annual).toMatchObject({ status: "trialing", latest_invoice: trial.latest_invoice });
    const preview = await stripe.invoices.createPreview({ subscription: trial.id });
    expect(preview.amount_due).toBe(21_589);
    const active = await stripe.subscriptions.update(trial.id, { trial_end: "now" });
    expect(active.status).toBe("active");
    const invoice = await stripe.invoices.retrieve(idOf(active.latest_invoice));
    expect(invoice).toMatchObject({ status: "paid", amount_paid: 21_589 });
    running.sandbox.control.advance(3 * daySeconds);
    expect((await stripe.invoices.list({ subscription: trial.id })).data).toHaveLength(2);
  });

  it("changes nothing or sets the subscription past due if the change cannot be paid", async () => {
    const monthly = await subscribe(await openPlan(stripe, "monthly"));
    await failingCard(monthly);
    await expect(
      stripe.subscriptions.update(monthly.id, {
        ...toPrice(monthly, "annual"),
        payment_behavior: "error_if_incomplete",
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    const same = await stripe.subscriptions.retrieve(monthly.id);
    expect(same).toMatchObject({ status: "active", latest_invoice: monthly.latest_invoice });
    const unpaid = await stripe.subscriptions.update(monthly.id, toPrice(monthly, "annual"));
    expect(unpaid.status).toBe("past_due");
  });

  it.each([
    ["another item", { items: [{ id: "si_other", price: "price_annual" }] }],
    ["no item id", { items: [{ price: "price_annual" }] }],
    ["an unknown price", { items: [{ id: "", price: "price_other" }] }],
    ["a one-time price", { items: [{ id: "", price: "price_lifetime" }] }],
    ["another quantity", { items: [{ id: "", quantity: 2 }] }],
    ["a date outside the period", { proration_date: 1 }],
  ])(
    "rejects a change with %s",
    async (_what, { items, ...rest }: Stripe.SubscriptionUpdateParams) => {
      const monthly = await subscribe(await openPlan(stripe, "monthly"));
      const own = monthly.items.data[0]?.id ?? "";
      const withIds = (items ?? [{ id: "" }]).map((one) => ({
        ...one,
        id: one.id === "" ? own : one.id,
      }));
      const itemParams = withIds.map(({ id, ...more }) =>
        id === undefined ? more : { id, ...more },
      );
      await expect(
        stripe.subscriptions.update(monthly.id, { items: itemParams, ...rest }),
      ).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
    },
  );
});
