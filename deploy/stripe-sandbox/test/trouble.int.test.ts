import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    ["winning_evidence", "won", ["created", "funds_withdrawn", "funds_reinstated", "closed"]],
    ["losing_evidence", "lost", ["created", "funds_withdrawn", "closed"]],
  ])("that is answered with %s is %s", async (text, status, types) => {
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
    const about = await typesAbout("charge.dispute.", id);
    expect(about).toEqual(types.map((type) => `charge.dispute.${type}`));
    await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it("can be opened and ended by the control API, once", async () => {
    const { charge } = await buyLifetime("4242424242424242");
    const dispute = control().dispute(charge);
    expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
    expect(control().dispute(charge)).toBeUndefined();
    expect(control().closeDispute(dispute?.id ?? "", "lost")).toMatchObject({ status: "lost" });
    expect(control().closeDispute(dispute?.id ?? "", "won")).toBeUndefined();
  });
});

describe("a refund", () => {
  it("is confirmed by the bank a minute later", async () => {
    const { charge } = await buyLifetime("4242424242424242");
    const { id } = await stripe.refunds.create({ charge });
    control().advance(60);
    expect(await typesAbout("refund.", id)).toEqual(["refund.created", "refund.updated"]);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      destination_details: { card: { reference_status: "available" } },
    });
  });

  it("that the bank cannot book fails, and the money counts as not given back", async () => {
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

/** Lives on until the renewal's draft has waited its hour. */
const renew = async (id: string) => {
  const { items } = await stripe.subscriptions.retrieve(id);
  const end = items.data[0]?.current_period_end ?? 0;
  control().advance(end - control().state().now + hourSeconds + 1);
};

const openBill = async (subscription: string) => {
  const { data } = await stripe.invoices.list({ subscription, status: "open" });
  if (!data[0]) throw new Error("there is no open bill");
  return data[0];
};

describe("a subscription without a checkout", () => {
  const start = async (card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
    const { id: customer } = await stripe.customers.create({ email: "api@example.com" });
    const { id } = await stripe.paymentMethods.attach(card, { customer });
    return stripe.subscriptions.create({
      customer,
      default_payment_method: id,
      items: [{ price: "price_orbline_monthly" }],
      ...more,
    });
  };

  it("is charged at once, or after its trial", async () => {
    const paid = await start("pm_card_visa", { metadata: { userId: "u1" } });
    expect(paid).toMatchObject({ status: "active", metadata: { userId: "u1" } });
    const trial = await start("pm_card_visa", { trial_period_days: 2 });
    expect(trial).toMatchObject({ status: "trialing" });
    control().advance(3 * daySeconds);
    const bills = async (id: string) => {
      const { data } = await stripe.invoices.list({ subscription: id, status: "paid" });
      return data.map(({ amount_paid: cents }) => cents);
    };
    expect(await bills(paid.id)).toEqual([1999]);
    expect(await bills(trial.id)).toEqual([1999, 0]);
  });

  it("whose first bill is not paid is incomplete, and expires unless somebody pays it", async () => {
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

  it("that must be paid is not made when it cannot be", async () => {
    const failing = start("pm_card_chargeCustomerFail", {
      payment_behavior: "error_if_incomplete",
    });
    await expect(failing).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
  });
});

describe("a renewal", () => {
  it("whose card fails by the control API is paid by hand, which moves no retry", async () => {
    const { id, customer } = await monthly();
    expect(control().setCards(customer, "declines")).toBe(1);
    await renew(id);
    const bill = await openBill(id);
    await expect(stripe.invoices.pay(bill.id)).rejects.toMatchObject({
      statusCode: 402,
      code: "card_declined",
    });
    const again = await openBill(id);
    expect(again.next_payment_attempt).toBe(bill.next_payment_attempt);
    expect(again.attempt_count).toBe(1);
    const { data } = await stripe.charges.list({ customer });
    expect(data.filter(({ status }) => status === "failed")).toHaveLength(2);

    control().setCards(customer, "pays");
    control().advance(3 * daySeconds);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  it("that asks for authentication is confirmed on the bill's own page", async () => {
    const { id, customer } = await monthly();
    control().setCards(customer, "authenticates");
    await renew(id);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    const bill = await openBill(id);
    await expect(stripe.invoices.pay(bill.id)).rejects.toMatchObject({
      code: "invoice_payment_intent_requires_action",
    });
    const page = String(bill.hosted_invoice_url);
    expect(await (await fetch(page)).text()).toContain("Pay $19.99 now");
    const asked = await submit(`${page}/pay`, {});
    expect([asked.status, asked.headers.get("location")]).toEqual([
      303,
      `/i/${bill.id}/authenticate`,
    ]);
    const refused = await submit(`${page}/authenticate`, { result: "fail" });
    expect(refused.status).toBe(402);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    const paid = await submit(`${page}/authenticate`, { result: "confirm" });
    expect(await paid.text()).toContain("Thank you, the bill is paid.");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
    const { data } = await stripe.events.list({ type: "invoice.payment_action_required" });
    expect(data.length).toBeGreaterThan(0);
  });
});
