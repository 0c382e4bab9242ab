import { addMonths } from "@orbline/stripe-sandbox/billing/periods";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
import {
  daySeconds,
  type Running,
  idOf,
  openLifetime,
  openPlan,
  openTrial,
  pay,
  startSandbox,
} from "./support.ts";

checkBodies();

const hourSeconds = 3600;

let running: Running;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = running.stripe;
});

afterEach(() => running.sandbox.close());

const subscribe = async (session: Stripe.Checkout.Session, cardNumber = "4242424242424242") => {
  await pay(session.url, { cardNumber });
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return idOf(subscription);
};

const periodEnd = async (id: string) => {
  const { items } = await stripe.subscriptions.retrieve(id);
  return items.data[0]?.current_period_end ?? 0;
};

const advance = (seconds: number) => running.sandbox.control.advance(seconds);

const typesSince = async (before: number) => {
  const { data } = await stripe.events.list({ created: { gt: before }, limit: 100 });
  return data.map(({ type }) => type).toReversed();
};

describe("trial and renewal", () => {
  it("activates a subscription after its trial and charges its draft invoice an hour later", async () => {
    const id = await subscribe(await openTrial(stripe));
    const trialEnd = await periodEnd(id);
    advance(2 * daySeconds + 1);
    const active = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
    expect(active.status).toBe("active");
    expect(active.latest_invoice).toMatchObject({
      status: "draft",
      amount_due: 1999,
      period_start: active.trial_start,
      period_end: trialEnd,
    });
    expect(await periodEnd(id)).toBe(addMonths(trialEnd, 1));

    advance(hourSeconds);
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ status, amount_paid: paid }) => [status, paid])).toEqual([
      ["paid", 1999],
      ["paid", 0],
    ]);
    expect(await typesSince(trialEnd)).toEqual([
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "charge.updated",
      "invoice_payment.paid",
      "invoice.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  });

  it("renews every month for a year and stamps each event with its due time", async () => {
    const id = await subscribe(await openPlan(stripe, "monthly"));
    const first = await periodEnd(id);
    // Longer than a leap year and the hour that a draft waits, shorter than thirteen months.
    advance(370 * daySeconds);
    const { data } = await stripe.invoices.list({ subscription: id, limit: 100 });
    expect(data).toHaveLength(13);
    expect(data.every(({ status }) => status === "paid")).toBe(true);
    expect(data.at(-2)?.created).toBe(first);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  it("sets a subscription past due when its renewal fails, retries, and cancels it after the last attempt", async () => {
    const id = await subscribe(await openTrial(stripe), "4000000000000341");
    advance(2 * daySeconds + hourSeconds + 1);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    const failed = await stripe.invoices.list({ subscription: id, status: "open" });
    expect(failed.data[0]).toMatchObject({ attempt_count: 1, amount_remaining: 1999 });
    const owner = await stripe.customers.retrieve(idOf(failed.data[0]?.customer));
    expect(owner).toMatchObject({ delinquent: true, currency: "usd", next_invoice_sequence: 3 });

    advance(8 * daySeconds + 1);
    const again = await stripe.invoices.retrieve(String(failed.data[0]?.id));
    expect(again.attempt_count).toBe(3);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");

    advance(7 * daySeconds + 1);
    const ended = await stripe.subscriptions.retrieve(id);
    expect(ended).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    const { data } = await stripe.events.list({ type: "invoice.payment_failed" });
    expect(data).toHaveLength(4);
    const [last] = (await stripe.events.list({ type: "invoice.updated" })).data;
    expect(last?.data).toMatchObject({
      object: { id: again.id, auto_advance: false },
      previous_attributes: { auto_advance: true },
    });
  });

  it("activates a past due subscription when its invoice is paid with another card", async () => {
    const id = await subscribe(await openTrial(stripe), "4000000000000341");
    advance(2 * daySeconds + hourSeconds + 1);
    const { customer } = await stripe.subscriptions.retrieve(id);
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: idOf(customer) });
    await stripe.subscriptions.update(id, { default_payment_method: card.id });
    const { data } = await stripe.invoices.list({ subscription: id, status: "open" });
    expect((await stripe.invoices.pay(String(data[0]?.id))).status).toBe("paid");
    expect(await stripe.customers.retrieve(idOf(customer))).toMatchObject({ delinquent: false });
    const again = stripe.invoices.pay(String(data[0]?.id));
    await expect(again).rejects.toMatchObject({
      message: "Invoice is already paid",
      code: undefined,
    });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  it("requests action when a renewal requires authentication", async () => {
    const session = await openTrial(stripe);
    await pay(session.url, { cardNumber: "4000002760003184" });
    await fetch(`${session.url}/authenticate`, {
      method: "POST",
      body: new URLSearchParams({ result: "confirm" }),
      redirect: "manual",
    });
    advance(2 * daySeconds + hourSeconds + 1);
    const { data } = await stripe.events.list({ type: "invoice.payment_action_required" });
    expect(data).toHaveLength(1);
  });

  it("announces the end of a trial shorter than three days at once", async () => {
    const id = await subscribe(await openTrial(stripe));
    advance(1);
    const { data } = await stripe.events.list({ type: "customer.subscription.trial_will_end" });
    expect(data[0]?.data.object).toMatchObject({ id, status: "trialing" });
  });
});

describe("canceling", () => {
  it("cancels at the end of the period unless the cancellation is revoked", async () => {
    const id = await subscribe(await openPlan(stripe, "monthly"));
    const marked = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(marked).toMatchObject({ cancel_at_period_end: true, cancel_at: await periodEnd(id) });
    const back = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });

    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const end = await periodEnd(id);
    advance(32 * daySeconds);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: "canceled",
      ended_at: end,
    });
    expect(await typesSince(end - 1)).toEqual(["customer.subscription.deleted"]);
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  });

  it("ends at the date of a cancellation, which only an empty date clears", async () => {
    const id = await subscribe(await openPlan(stripe, "monthly"));
    const end = await periodEnd(id);
    const ending = await stripe.subscriptions.update(id, { cancel_at: "min_period_end" });
    expect(ending).toMatchObject({ cancel_at: end, cancel_at_period_end: false });
    const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(kept.cancel_at).toBe(end);
    const cleared = await stripe.subscriptions.update(id, { cancel_at: "" });
    expect(cleared).toMatchObject({ cancel_at: null, canceled_at: null });

    const item = cleared.items.data[0]?.id ?? "";
    await stripe.subscriptions.update(id, {
      cancel_at: end,
      items: [{ id: item, price: "price_annual" }],
    });
    advance(end - running.sandbox.control.state().now);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: "canceled",
      ended_at: end,
    });
  });

  it("cancels at once, never charges again, and responds 404 to a second cancellation", async () => {
    const session = await openTrial(stripe);
    const id = await subscribe(session);
    expect((await stripe.subscriptions.cancel(id)).status).toBe("canceled");
    advance(40 * daySeconds);
    const { customer } = await stripe.checkout.sessions.retrieve(session.id);
    expect((await stripe.charges.list({ customer: idOf(customer) })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer: idOf(customer) })).data).toEqual([]);
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: "resource_missing",
    });
    await expect(
      stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ code: "invalid_canceled_subscription_fields" });
  });

  /** A canceled subscription in the hour after its trial, with the draft of its first charge. */
  const canceledWithDraft = async (credit = 0) => {
    const session = await openTrial(stripe);
    const id = await subscribe(session);
    const customer = idOf((await stripe.checkout.sessions.retrieve(session.id)).customer);
    if (credit > 0)
      await stripe.customers.createBalanceTransaction(customer, {
        amount: -credit,
        currency: "usd",
      });
    advance(2 * daySeconds + 1);
    const { latest_invoice: draft } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.cancel(id);
    return { customer, draft: idOf(draft) };
  };

  it("charges the draft of a canceled subscription, unless it was finalized and voided", async () => {
    const charged = await canceledWithDraft();
    const voided = await canceledWithDraft(500);
    await expect(stripe.invoices.voidInvoice(voided.draft)).rejects.toMatchObject({
      message: "You can only pass in open invoices. This invoice isn't open.",
    });
    const open = await stripe.invoices.finalizeInvoice(voided.draft, { auto_advance: false });
    expect(open).toMatchObject({ status: "open", amount_due: 1499, auto_advance: false });
    await expect(stripe.invoices.finalizeInvoice(voided.draft)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
    });
    expect(await stripe.invoices.voidInvoice(voided.draft)).toMatchObject({ status: "void" });
    expect(await stripe.customers.retrieve(voided.customer)).toMatchObject({ balance: -500 });
    advance(20 * daySeconds);
    const amounts = async ({ customer }: { customer: string }) =>
      (await stripe.charges.list({ customer })).data.map(({ amount }) => amount);
    expect(await amounts(charged)).toEqual([1999]);
    expect(await amounts(voided)).toEqual([]);
  });

  it("lets a written-off invoice be paid or voided, and its subscription run", async () => {
    const unpaid = async () => {
      const session = await openTrial(stripe);
      const id = await subscribe(session, "4000000000000341");
      advance(2 * daySeconds + 2 * hourSeconds);
      const { status, latest_invoice: invoice } = await stripe.subscriptions.retrieve(id);
      expect(status).toBe("past_due");
      const written = await stripe.invoices.markUncollectible(idOf(invoice));
      expect(written).toMatchObject({ status: "uncollectible", auto_advance: false });
      expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
      return idOf(invoice);
    };
    const [one, other] = [await unpaid(), await unpaid()];
    expect(await stripe.invoices.voidInvoice(one)).toMatchObject({ status: "void" });
    await expect(stripe.invoices.pay(other)).rejects.toMatchObject({ type: "StripeCardError" });
    await expect(stripe.invoices.markUncollectible(one)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
    });
  });

  it("ends a canceled trial without a charge", async () => {
    const id = await subscribe(await openTrial(stripe));
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    advance(3 * daySeconds);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    expect((await stripe.events.list({ type: "charge.succeeded" })).data).toEqual([]);
  });

  it("cancels a trial without a card at its end if its settings require that", async () => {
    const session = await openTrial(stripe, { payment_method_collection: "if_required" });
    const page = await (await fetch(String(session.url))).text();
    expect(page).not.toContain("cardNumber");
    const id = await subscribe(session);
    advance(2 * daySeconds + 1);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
  });
});

const lifetimeIntent = async () => {
  const session = await openLifetime(stripe);
  await pay(session.url);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  return idOf(intent);
};

describe("refunds", () => {
  it("refunds a part, then the rest, and refuses a further refund", async () => {
    const intent = await lifetimeIntent();
    const part = await stripe.refunds.create({ payment_intent: intent, amount: 900 });
    expect(part).toMatchObject({ amount: 900, status: "succeeded" });
    const charge = () => stripe.charges.retrieve(idOf(part.charge));
    expect(await charge()).toMatchObject({ amount_refunded: 900, refunded: false });
    await expect(
      stripe.refunds.create({ payment_intent: intent, amount: 24_001 }),
    ).rejects.toMatchObject({ message: expect.stringContaining("greater than unrefunded") });

    const rest = await stripe.refunds.create({ charge: idOf(part.charge) });
    expect(rest.amount).toBe(24_000);
    expect(await charge()).toMatchObject({ amount_refunded: 24_900, refunded: true });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const { data } = await stripe.events.list({ types: ["charge.refunded", "refund.created"] });
    expect(data.map(({ type }) => type)).toEqual([
      "charge.refunded",
      "refund.created",
      "charge.refunded",
      "refund.created",
    ]);
    expect(await stripe.refunds.retrieve(rest.id)).toMatchObject({ payment_intent: intent });
  });
});

describe("test clocks", () => {
  const clocks = () => stripe.testHelpers.testClocks;

  /** A trial of two days that begins in the time of a test clock. */
  const startTrial = async (test_clock: string) => {
    const { id: customer } = await stripe.customers.create({ test_clock });
    const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    const { data } = await stripe.prices.list({ lookup_keys: ["monthly"] });
    return stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      items: [{ price: data[0]?.id ?? "" }],
      trial_period_days: 2,
    });
  };

  it("have a time of their own, which moves only what belongs to their customers", async () => {
    const bought = await subscribe(await openTrial(stripe));
    const past = Date.UTC(2020, 0, 1) / 1_000;
    const [clock, other] = [
      await clocks().create({ frozen_time: past }),
      await clocks().create({ frozen_time: past }),
    ];
    const trial = await startTrial(clock.id);
    expect(trial).toMatchObject({ created: past, status: "trialing", test_clock: clock.id });
    const still = await startTrial(other.id);
    const now = running.sandbox.control.state().now;

    const later = past + 3 * daySeconds;
    expect((await clocks().advance(clock.id, { frozen_time: later })).status).toBe("advancing");
    expect(await clocks().retrieve(clock.id)).toMatchObject({
      frozen_time: later,
      status: "ready",
    });
    const paid = await stripe.subscriptions.retrieve(trial.id, { expand: ["latest_invoice"] });
    expect(paid).toMatchObject({
      status: "active",
      latest_invoice: { status: "paid", created: past + 2 * daySeconds, test_clock: clock.id },
    });
    for (const id of [still.id, bought])
      expect((await stripe.subscriptions.retrieve(id)).status).toBe("trialing");
    expect(running.sandbox.control.state().now - now).toBeLessThan(60);

    running.sandbox.control.advance(3 * daySeconds);
    expect((await stripe.subscriptions.retrieve(bought)).status).toBe("active");
    expect((await stripe.subscriptions.retrieve(still.id)).status).toBe("trialing");
  });

  it("never move back", async () => {
    const clock = await clocks().create({ frozen_time: 1_600_000_000 });
    const back = clocks().advance(clock.id, { frozen_time: 1_599_999_999 });
    await expect(back).rejects.toMatchObject({ statusCode: 400 });
  });
});
