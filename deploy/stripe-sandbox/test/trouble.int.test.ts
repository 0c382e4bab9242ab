import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
import {
  daySeconds,
  type Running,
  idOf,
  openLifetime,
  openPlan,
  pay,
  startSandbox,
  submit,
} from "./support.ts";

checkBodies();

const hourSeconds = 3600;

let running: Running;
let stripe: Stripe;
beforeAll(async () => {
  running = await startSandbox();
  stripe = running.stripe;
});
afterAll(() => running.sandbox.close());

const control = () => running.sandbox.control;

const buyLifetime = async (cardNumber: string) => {
  const session = await openLifetime(stripe);
  await pay(session.url, { cardNumber });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent"],
  });
  const { latest_charge } = payment_intent as Stripe.PaymentIntent;
  return { charge: idOf(latest_charge), intent: idOf(payment_intent) };
};

const typesAbout = async (prefix: string, id: string) => {
  const { data } = await stripe.events.list({ type: `${prefix}*`, limit: 100 });
  return data
    .filter(({ data: { object } }) => "id" in object && object.id === id)
    .map(({ type }) => type)
    .toReversed();
};

describe("a dispute", () => {
  it.each([
    ["winning_evidence", "won", ["updated", "funds_reinstated", "closed"], [-24_900, 24_900]],
    ["losing_evidence", "lost", ["updated", "closed"], [-24_900]],
  ])("decides a dispute with %s as %s", async (text, status, types, moved) => {
    const { charge, intent } = await buyLifetime("4000000000000259");
    control().advance(1);
    const { data } = await stripe.disputes.list({ charge });
    expect(data).toMatchObject([
      { status: "needs_response", amount: 24_900, payment_intent: intent, reason: "fraudulent" },
    ]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    const id = data[0]?.id ?? "";
    const closed = await stripe.disputes.update(id, { evidence: { uncategorized_text: text } });
    expect(closed.status).toBe(status);
    expect(closed.balance_transactions.map(({ amount }) => amount)).toEqual(moved);
    const about = await typesAbout("charge.dispute.", id);
    const all = ["created", "funds_withdrawn", ...types];
    expect(about).toEqual(all.map((type) => `charge.dispute.${type}`));
    await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it("opens and closes a dispute once over the control API", async () => {
    const { charge } = await buyLifetime("4242424242424242");
    const dispute = control().dispute(charge);
    expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
    expect(control().dispute(charge)).toBeUndefined();
    expect(control().closeDispute(dispute?.id ?? "", "lost")).toMatchObject({ status: "lost" });
    expect(control().closeDispute(dispute?.id ?? "", "won")).toBeUndefined();
  });
});

describe("a refund", () => {
  it("confirms a refund a minute later", async () => {
    const { charge } = await buyLifetime("4242424242424242");
    const { id } = await stripe.refunds.create({ charge });
    control().advance(60);
    expect(await typesAbout("refund.", id)).toEqual(["refund.created", "refund.updated"]);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      destination_details: { card: { reference_status: "available" } },
    });
  });

  it("fails a refund that the bank rejects and restores the refundable amount", async () => {
    const { charge } = await buyLifetime("4000000000005126");
    const { id } = await stripe.refunds.create({ charge });
    control().advance(60);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "failed" });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    expect(await typesAbout("refund.", id)).toContain("refund.failed");
  });
});

const monthly = async () => {
  const session = await openPlan(stripe, "monthly");
  await pay(session.url);
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(session.id);
  return { id: idOf(subscription), customer: idOf(customer) };
};

/** Advances the clock past the hour in which a renewal invoice is a draft. */
const renew = async (id: string) => {
  const { items } = await stripe.subscriptions.retrieve(id);
  const end = items.data[0]?.current_period_end ?? 0;
  control().advance(end - control().state().now + hourSeconds + 1);
};

const openInvoice = async (subscription: string) => {
  const { data } = await stripe.invoices.list({ subscription, status: "open" });
  if (!data[0]) throw new Error("there is no open invoice");
  return data[0];
};

describe("a subscription without a checkout", () => {
  const start = async (card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
    const { id: customer } = await stripe.customers.create({ email: "api@example.com" });
    const { id } = await stripe.paymentMethods.attach(card, { customer });
    return stripe.subscriptions.create({
      customer,
      default_payment_method: id,
      items: [{ price: "price_monthly" }],
      ...more,
    });
  };

  it("charges a subscription without a checkout at once, or after its trial", async () => {
    const paid = await start("pm_card_visa", { metadata: { userId: "u1" } });
    expect(paid).toMatchObject({ status: "active", metadata: { userId: "u1" } });
    const trial = await start("pm_card_visa", { trial_period_days: 2 });
    expect(trial).toMatchObject({ status: "trialing" });
    control().advance(3 * daySeconds);
    const paidAmounts = async (id: string) => {
      const { data } = await stripe.invoices.list({ subscription: id, status: "paid" });
      return data.map(({ amount_paid: cents }) => cents);
    };
    expect(await paidAmounts(paid.id)).toEqual([1999]);
    expect(await paidAmounts(trial.id)).toEqual([1999, 0]);
  });

  it("expires an incomplete subscription unless its first invoice is paid", async () => {
    const [left, saved] = await Promise.all(
      [1, 2].map(() =>
        start("pm_card_chargeCustomerFail", { payment_behavior: "allow_incomplete" }),
      ),
    );
    expect([left?.status, saved?.status]).toEqual(["incomplete", "incomplete"]);
    control().setCards(idOf(saved?.customer), "pays");
    await stripe.invoices.pay(idOf(saved?.latest_invoice));
    control().advance(daySeconds);
    const status = async (id = "") => (await stripe.subscriptions.retrieve(id)).status;
    expect(await status(left?.id)).toBe("incomplete_expired");
    expect(await status(saved?.id)).toBe("active");
    expect((await stripe.invoices.retrieve(idOf(left?.latest_invoice))).status).toBe("void");
  });

  it.each([
    ["pm_card_chargeCustomerFail", { code: "card_declined", decline_code: "generic_decline" }],
    [
      "pm_card_authenticationRequired",
      { code: "subscription_payment_intent_requires_action", decline_code: "" },
    ],
  ])("creates no subscription if its first payment with %s is required", async (card, error) => {
    const failing = start(card, { payment_behavior: "error_if_incomplete" });
    await expect(failing).rejects.toMatchObject({
      statusCode: 402,
      type: "StripeCardError",
      payment_intent: { object: "payment_intent" },
      ...error,
    });
  });

  it("refuses a subscription of a customer without a card, unless it begins with a trial", async () => {
    const { id: customer } = await stripe.customers.create({ email: "none@example.com" });
    const items = [{ price: "price_monthly" }];
    await expect(stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("no attached payment source") as string,
    });
    const trial = await stripe.subscriptions.create({ customer, items, trial_period_days: 2 });
    expect(trial.status).toBe("trialing");
  });

  it("refuses to attach a card that belongs to another customer", async () => {
    const { default_payment_method: card } = await start("pm_card_visa");
    const { id: customer } = await stripe.customers.create({ email: "thief@example.com" });
    await expect(stripe.paymentMethods.attach(idOf(card), { customer })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("already been attached") as string,
    });
  });
});

describe("a renewal", () => {
  it("keeps the scheduled retry of a renewal when a payment by hand fails", async () => {
    const { id, customer } = await monthly();
    expect(control().setCards(customer, "declines")).toBe(1);
    await renew(id);
    const invoice = await openInvoice(id);
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      charge: expect.stringMatching(/^ch_/) as string,
      payment_method: { object: "payment_method" },
    });
    const again = await openInvoice(id);
    expect(again.next_payment_attempt).toBe(invoice.next_payment_attempt);
    expect(again.attempt_count).toBe(1);
    const { data } = await stripe.charges.list({ customer });
    expect(data.filter(({ status }) => status === "failed")).toHaveLength(2);
    await expect(stripe.refunds.create({ charge: data[0]?.id ?? "" })).rejects.toMatchObject({
      code: "charge_not_refundable",
    });

    control().setCards(customer, "pays");
    control().advance(3 * daySeconds);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  it("authenticates a renewal on its hosted invoice page", async () => {
    const { id, customer } = await monthly();
    control().setCards(customer, "authenticates");
    await renew(id);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    const invoice = await openInvoice(id);
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      code: "invoice_payment_intent_requires_action",
    });
    const page = String(invoice.hosted_invoice_url);
    expect(await (await fetch(page)).text()).toContain("Pay $19.99 now");
    const redirect = await submit(`${page}/pay`, {});
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      303,
      `/i/${invoice.id}/authenticate`,
    ]);
    const refused = await submit(`${page}/authenticate`, { result: "fail" });
    expect(refused.status).toBe(402);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    const paid = await submit(`${page}/authenticate`, { result: "confirm" });
    expect(await paid.text()).toContain("Thank you. The invoice is paid.");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
    const { data } = await stripe.events.list({ type: "invoice.payment_action_required" });
    expect(data.length).toBeGreaterThan(0);
  });
});
