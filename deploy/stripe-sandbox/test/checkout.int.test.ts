import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
  submit,
} from "./support.ts";

checkBodies();

let running: Running;
let stripe: Stripe;

beforeAll(async () => {
  running = await startSandbox();
  stripe = running.stripe;
});

afterAll(() => running.sandbox.close());

const paidSession = async (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ["subscription", "payment_intent", "invoice"] });

const fingerprintOf = async (billingName: string) => {
  const session = await openTrial(stripe);
  await pay(session.url, { billingName });
  const { customer } = await stripe.checkout.sessions.retrieve(session.id);
  const methods = await stripe.customers.listPaymentMethods(idOf(customer), { type: "card" });
  return methods.data[0]?.card?.fingerprint;
};

describe("trial checkout", () => {
  it("starts a trial without a charge and returns to the success URL with the session id", async () => {
    const session = await openTrial(stripe, { customer_email: "trial@example.com" });
    expect(session).toMatchObject({ status: "open", payment_status: "unpaid", amount_total: 0 });
    expect(session.subscription).toBeNull();

    const response = await pay(session.url);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      `http://127.0.0.1:8080/subscription/success?session_id=${session.id}`,
    );

    const paid = await paidSession(session.id);
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
      client_reference_id: "checkout-1",
      metadata: { checkout: "checkout-1" },
      customer_details: { email: "trial@example.com" },
      url: null,
    });
    const subscription = paid.subscription as Stripe.Subscription;
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    expect(subscription).toMatchObject({
      status: "trialing",
      metadata: { checkout: "checkout-1" },
      trial_end: end,
    });
    expect(end - subscription.created).toBe(2 * daySeconds);
    expect((paid.invoice as Stripe.Invoice).amount_paid).toBe(0);
    const charges = await stripe.charges.list({ customer: idOf(paid.customer) });
    expect(charges.data).toEqual([]);
  });

  it("gives the cards of one person the same fingerprint and another person's card a different one", async () => {
    const first = await fingerprintOf("Grace Hopper");
    expect(first).toMatch(/^\w{16}$/);
    expect(await fingerprintOf("  grace   HOPPER ")).toBe(first);
    expect(await fingerprintOf("Alan Turing")).not.toBe(first);
  });
});

describe("plans charged today", () => {
  const rates = {
    monthly: /^1 × .+ \(at \$19\.99 \/ month\)$/,
    annual: /^1 × .+ \(at \$215\.89 \/ year\)$/,
  };

  it.each([
    ["monthly", 1999],
    ["annual", 21_589],
  ] as const)("charges the %s plan and activates the subscription", async (plan, cents) => {
    const session = await openPlan(stripe, plan);
    expect((await pay(session.url)).status).toBe(303);
    const paid = await paidSession(session.id);
    expect(paid).toMatchObject({ payment_status: "paid", amount_total: cents });
    expect(paid.subscription).toMatchObject({ status: "active" });
    const invoice = await stripe.invoices.retrieve(idOf(paid.invoice), {
      expand: ["payments"],
    });
    expect(invoice).toMatchObject({
      amount_paid: cents,
      attempt_count: 0,
      auto_advance: false,
      billing_reason: "subscription_create",
      invoice_pdf: expect.stringContaining(idOf(paid.invoice)) as string,
      period_start: invoice.created,
      period_end: invoice.created,
      lines: {
        total_count: 1,
        data: [{ description: expect.stringMatching(rates[plan]) as string }],
      },
      parent: {
        subscription_details: { subscription: idOf(paid.subscription) },
      },
    });
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: "succeeded" });
    const links = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: intent },
    });
    expect(links.data[0]?.invoice).toBe(invoice.id);
    const { data } = await stripe.charges.list({
      payment_intent: intent,
      expand: ["data.balance_transaction"],
    });
    expect(data[0]?.balance_transaction).toMatchObject({ net: cents, source: data[0]?.id });
    const changes = await stripe.events.list({ type: "charge.updated", limit: 1 });
    expect(changes.data[0]?.data).toMatchObject({
      object: { id: data[0]?.id },
      previous_attributes: { balance_transaction: null },
    });
  });

  it("charges the lifetime plan once, with customer, invoice and metadata", async () => {
    const session = await openLifetime(stripe);
    await pay(session.url, { email: "life@example.com" });
    const paid = await paidSession(session.id);
    expect(paid).toMatchObject({
      payment_status: "paid",
      subscription: null,
      payment_intent: { status: "succeeded", amount: 24_900, metadata: { checkout: "checkout-2" } },
      invoice: { status: "paid", amount_paid: 24_900 },
    });
    const customer = await stripe.customers.retrieve(idOf(paid.customer));
    expect(customer).toMatchObject({ email: "life@example.com", name: "Ada Example" });
    const { data } = await stripe.charges.list({ customer: customer.id });
    const receipt = await fetch(String(data[0]?.receipt_url));
    expect(await receipt.text()).toMatch(/Receipt[^]*\$249\.00[^]*visa •••• 4242/);
    const pdf = await fetch(String((paid.invoice as Stripe.Invoice).invoice_pdf));
    expect(pdf.status).toBe(200);
  });

  it("redirects a second payment of the same session to the success page and charges nothing more", async () => {
    const session = await openLifetime(stripe);
    const both = await Promise.all([pay(session.url), pay(session.url)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const { customer } = await stripe.checkout.sessions.retrieve(session.id);
    const { data } = await stripe.charges.list({ customer: idOf(customer) });
    expect(data).toHaveLength(1);
  });
});

describe("declined and authenticated cards", () => {
  it.each([
    ["lifetime", openLifetime],
    ["trial", openTrial],
  ] as const)("keeps a declined %s session open for a second attempt", async (_plan, open) => {
    const session = await open(stripe);
    const declined = await pay(session.url, { cardNumber: "4000 0000 0000 0002" });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toMatch(/role="alert"[^]*Your card was declined/);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      customer: null,
    });
    expect((await pay(session.url)).status).toBe(303);
    expect((await paidSession(session.id)).status).toBe("complete");
  });

  it("declines a card that can be saved but not charged when an amount is due today", async () => {
    const session = await openPlan(stripe, "monthly");
    expect((await pay(session.url, { cardNumber: "4000000000000341" })).status).toBe(402);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  });

  it("requests authentication, declines if it fails and charges if it succeeds", async () => {
    const session = await openPlan(stripe, "monthly");
    const card = { cardNumber: "4000 0027 6000 3184" };
    const redirect = await pay(session.url, card);
    expect(redirect.headers.get("location")).toBe(`/c/pay/${session.id}/authenticate`);
    const step = `${session.url}/authenticate`;
    expect(await (await fetch(step)).text()).toContain("Complete authentication");

    const failed = await submit(step, { result: "fail" });
    expect(failed.status).toBe(402);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");

    await pay(session.url, card);
    expect((await submit(step, { result: "confirm" })).status).toBe(303);
    expect(await paidSession(session.id)).toMatchObject({
      payment_status: "paid",
      subscription: { status: "active" },
    });
  });
});

describe("the events of a checkout", () => {
  let shop: Running;
  // Trials of other tests are due for their notices at any second, which would come in between.
  beforeAll(async () => {
    shop = await startSandbox();
    stripe = shop.stripe;
  });
  afterAll(async () => {
    stripe = running.stripe;
    await shop.sandbox.close();
  });
  const declined = { cardNumber: "4000 0000 0000 0002" };
  const authenticates = { cardNumber: "4000 0027 6000 3184" };
  /** The types of the events since the last call, oldest first. */
  let seen: string | undefined;
  const newEvents = async () => {
    const { data } = await stripe.events.list({ limit: 100, ...(seen && { ending_before: seen }) });
    seen = data[0]?.id ?? seen;
    return data.map(({ type }) => type).toReversed();
  };
  const attempt = async (...[url, card]: Parameters<typeof pay>) => {
    await pay(url, card);
    return newEvents();
  };
  const answer = async (url: string | null, result: string) => {
    await submit(`${url}/authenticate`, { result });
    return newEvents();
  };
  const payment = [
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "charge.updated",
  ];
  const invoiced = ["invoice.created", "customer.updated", "invoice.finalized"];
  const settled = [
    "invoice_payment.paid",
    "invoice.updated",
    "invoice.paid",
    "invoice.payment_succeeded",
  ];
  const buyer = ["customer.created", "payment_method.attached"];
  const created = "customer.subscription.created";
  const completed = "checkout.session.completed";

  afterEach(() => shop.sandbox.control.setCheckout({ subscriptionFirst: false }));

  it("charge the card before the subscription and its invoice exist", async () => {
    const { url } = await openPlan(stripe, "monthly");
    await newEvents();
    const types = await attempt(url);
    expect(types).toEqual([...buyer, ...payment, created, ...invoiced, ...settled, completed]);
    const { data } = await stripe.events.list({ type: created, limit: 1 });
    const [invoice] = (await stripe.invoices.list({ limit: 1 })).data;
    expect(data[0]?.data.object).toMatchObject({ status: "active", latest_invoice: invoice?.id });
  });

  it("charge the card after both with the switch to the order before 2025-03-31", async () => {
    shop.sandbox.control.setCheckout({ subscriptionFirst: true });
    const { url } = await openPlan(stripe, "monthly");
    await newEvents();
    const types = await attempt(url);
    const started = [...buyer, created, ...invoiced, ...payment, ...settled];
    expect(types).toEqual([...started, "customer.subscription.updated", completed]);
    const { data } = await stripe.events.list({ type: created, limit: 1 });
    expect(data[0]?.data.object).toMatchObject({ status: "incomplete" });
  });

  it("show a declined card of a plan, and its payment intent takes the next card", async () => {
    const { url } = await openPlan(stripe, "monthly");
    await newEvents();
    expect(await attempt(url, declined)).toEqual([
      "payment_intent.created",
      "charge.failed",
      "payment_intent.payment_failed",
    ]);
    expect(await attempt(url)).toEqual([
      ...buyer,
      ...payment.slice(1),
      created,
      ...invoiced,
      ...settled,
      completed,
    ]);
  });

  it.each([false, true])(
    "show an authentication that fails and one that succeeds, with the subscription first: %s",
    async (subscriptionFirst) => {
      shop.sandbox.control.setCheckout({ subscriptionFirst });
      const { url } = await openPlan(stripe, "monthly");
      await newEvents();
      const expected = ["payment_intent.created", "payment_intent.requires_action"];
      expect(await attempt(url, authenticates)).toEqual(expected);
      expect(await answer(url, "fail")).toEqual(["payment_intent.payment_failed"]);
      const type = "payment_intent.payment_failed";
      const { data } = await stripe.events.list({ type, limit: 1 });
      expect(data[0]?.data.object).toMatchObject({
        status: "requires_payment_method",
        latest_charge: null,
        last_payment_error: { code: "payment_intent_authentication_failure" },
      });
      expect(await attempt(url, authenticates)).toEqual(["payment_intent.requires_action"]);
      const types = await answer(url, "confirm");
      expect(types).toContain("charge.succeeded");
      expect(types).not.toContain("payment_intent.created");
      expect(types.at(-1)).toBe(completed);
    },
  );

  it("show a declined card and an authentication of a trial by its setup intent", async () => {
    const { url } = await openTrial(stripe);
    await newEvents();
    expect(await attempt(url, declined)).toEqual([
      "setup_intent.created",
      "setup_intent.setup_failed",
    ]);
    expect(await attempt(url, authenticates)).toEqual(["setup_intent.requires_action"]);
    expect(await answer(url, "fail")).toEqual(["setup_intent.setup_failed"]);
    expect(await attempt(url, authenticates)).toEqual(["setup_intent.requires_action"]);
    expect((await answer(url, "confirm")).slice(0, 3)).toEqual([
      "customer.created",
      "setup_intent.succeeded",
      "payment_method.attached",
    ]);
  });
});

describe("the life of a session", () => {
  it("expires a session on request, shows that on its page, takes no payment and refuses a second expiry", async () => {
    const session = await openTrial(stripe);
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe("expired");
    expect(await (await fetch(String(session.url))).text()).toContain("has expired");
    const late = await pay(session.url);
    expect(await late.text()).toContain("has expired");
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("status of `expired`"),
    });
  });

  it("shows that a session is complete and refuses to expire it", async () => {
    const session = await openTrial(stripe);
    await pay(session.url);
    expect(await (await fetch(String(session.url))).text()).toContain("checkout is complete");
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it("expires a session after a day", async () => {
    const session = await openTrial(stripe);
    running.sandbox.control.advance(daySeconds + 1);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
    const { data } = await stripe.events.list({ type: "checkout.session.expired" });
    expect(data[0]?.data.object).toMatchObject({ id: session.id });
  });

  it("lists sessions newest first by status and expands line items", async () => {
    const session = await openTrial(stripe);
    const { data } = await stripe.checkout.sessions.list({ status: "open", limit: 1 });
    expect(data[0]?.id).toBe(session.id);
    const full = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["line_items.data.price.product"],
    });
    expect(full.line_items?.data[0]?.price).toMatchObject({
      unit_amount: 1999,
      product: { name: "Premium, monthly" },
    });
  });
});
