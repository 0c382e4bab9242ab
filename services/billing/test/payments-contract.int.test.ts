import { randomUUID } from "node:crypto";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, describe, expect, it } from "vitest";
import { catalog, findPlan, type Plan } from "../src/domain/plans.ts";
import { startStripeMock } from "@orbline/stripe-sandbox/testing/stripe-mock";
import { newTestClock, provider, signed } from "./payment-provider.ts";
import { operationOf, parameterNames, replay, without } from "./recorded-requests.ts";

const { stripe, calls, pay, name } = provider;
afterAll(() => provider.stop());

const dayS = 86_400;
const unknown: unknown = expect.objectContaining({ kind: "not-found" });
/** Stripe itself is slow: it needs a browser for a page and real time to advance a clock by days. */
const limits = { timeout: name === "the sandbox" ? 30_000 : 240_000 };

const newUser = () => `usr_${randomUUID().replaceAll("-", "")}`;

const openPage = async (plan: Plan, userId = newUser()) => {
  const entry = findPlan(plan);
  const request = {
    checkoutId: `chk_${userId}`,
    userId,
    plan: entry,
    priceId: await calls.priceOf(entry),
    customerId: await calls.createCustomer(
      { userId, email: `${userId}@example.com` },
      `customer_${userId}`,
    ),
    returnPages: "subscription" as const,
  };
  return { ...request, page: await calls.openSession(request) };
};

/** A subscription like the one of a paid page, created without the page. */
const subscribe = async ({ card = "pm_card_visa", trialDays = 0, clock = "" } = {}) => {
  const userId = newUser();
  const plan = trialDays > 0 ? "trial" : "monthly";
  const { id: customer } = await stripe.customers.create({
    metadata: { userId },
    ...(clock && { test_clock: clock }),
  });
  const method = await stripe.paymentMethods.attach(card, { customer });
  const { id } = await stripe.subscriptions.create({
    customer,
    default_payment_method: method.id,
    items: [{ price: await calls.priceOf(findPlan(plan)) }],
    metadata: { userId, checkoutId: `chk_${userId}`, plan },
    ...(trialDays > 0 && { trial_period_days: trialDays }),
  });
  return { id, userId, customer };
};

const refundsOf = async (customer: string) => {
  const { data } = await stripe.charges.list({ customer });
  return data.map(({ amount, amount_refunded: back }) => [amount, back]);
};

describe(`the catalog and pages of the payment provider (${name})`, limits, () => {
  it("has a price that matches the catalog for every plan", async () => {
    const prices = await calls.findPrices();
    for (const plan of catalog) {
      const found = prices.get(plan.lookupKey);
      expect(found).toMatchObject({ amountCents: plan.priceCents, currency: "usd", active: true });
      expect(await calls.priceOf(plan)).toBe(found?.id);
    }
    expect(calls.mode).toBe(name === "the sandbox" ? "sandbox" : "test");
  });

  it("creates a customer once for each idempotency key", async () => {
    const userId = newUser();
    const [first, second] = await Promise.all([
      calls.createCustomer({ userId, email: "ada@example.com" }, `customer_${userId}`),
      calls.createCustomer({ userId, email: "ada@example.com" }, `customer_${userId}`),
    ]);
    expect(second).toBe(first);
    expect(await stripe.customers.retrieve(first)).toMatchObject({
      email: "ada@example.com",
      metadata: { userId },
    });
  });

  it("belongs to the account that the first start has remembered", async () => {
    await expect(calls.assertSameAccount()).resolves.toBeUndefined();
  });

  it("lists the open pages of a customer", async () => {
    const { page, customerId, checkoutId } = await openPage("annual");
    expect(await calls.findOpenSessions(customerId)).toEqual([
      { sessionId: page.sessionId, checkoutId },
    ]);
  });

  it("recognizes a deleted customer", async () => {
    const userId = newUser();
    const gone = await calls.createCustomer({ userId }, `customer_${userId}`);
    expect(await calls.isDeleted(gone)).toBe(false);
    await stripe.customers.del(gone);
    expect(await calls.isDeleted(gone)).toBe(true);
    await expect(calls.isDeleted("cus_unknown")).rejects.toEqual(unknown);
  });

  it.each<[Plan, number, string]>([
    ["trial", 0, "subscription"],
    ["monthly", 1_999, "subscription"],
    ["annual", 21_589, "subscription"],
    ["lifetime", 24_900, "payment"],
  ])("opens one unpaid page for the plan %s with %i cents due", async (plan, due, mode) => {
    const { page, ...request } = await openPage(plan);
    expect(page.url).toMatch(/^https?:/);
    expect(await calls.openSession(request)).toEqual(page);
    const atProvider = await stripe.checkout.sessions.retrieve(page.sessionId);
    expect(atProvider).toMatchObject({
      mode,
      amount_total: due,
      client_reference_id: request.checkoutId,
      metadata: { userId: request.userId, checkoutId: request.checkoutId, plan },
    });
    const session = await calls.findSession(page.sessionId);
    expect(session).toMatchObject({
      id: page.sessionId,
      checkoutId: request.checkoutId,
      customerId: request.customerId,
      isComplete: false,
    });
  });

  it("closes a page again without a failure", async () => {
    const { page } = await openPage("monthly");
    expect(await calls.closeSession(page.sessionId)).toBe("closed");
    expect(await calls.closeSession(page.sessionId)).toBe("closed");
    const { status } = await stripe.checkout.sessions.retrieve(page.sessionId);
    expect(status).toBe("expired");
  });

  it("returns the subscription of a paid trial and the card that it will charge", async () => {
    const { page, userId, checkoutId } = await openPage("trial");
    await pay(page.url, `${userId}@example.com`, "4242424242424242");
    const session = await calls.findSession(page.sessionId);
    expect(session).toMatchObject({
      isComplete: true,
      isPaid: true,
      checkoutId,
      subscription: { plan: "trial", status: "trialing", cancelAtPeriodEnd: false },
    });
    expect(session.cardFingerprint).toMatch(/^\w{8,}$/);
    expect(await calls.closeSession(page.sessionId)).toBe("complete");
    const found = await calls.findSubscription(session.subscription?.id ?? "");
    expect(found).toMatchObject({ userId, checkoutId });
    await calls.cancel(session.subscription?.id ?? "");
  });

  it("returns the payment of a lifetime purchase and refunds it once and in full", async () => {
    const { page, userId, customerId } = await openPage("lifetime");
    await pay(page.url, `${userId}@example.com`, "4242424242424242");
    const { isPaid, paymentId = "" } = await calls.findSession(page.sessionId);
    expect([isPaid, paymentId]).toEqual([true, expect.stringMatching(/^pi_/)]);
    const isReversed = async () => (await calls.findSession(page.sessionId)).isReversed;
    expect(await isReversed()).toBe(false);
    await calls.refund({ paymentId });
    expect(await isReversed()).toBe(true);
    await calls.refund({ paymentId });
    expect(await refundsOf(customerId)).toEqual([[24_900, 24_900]]);
  });
});

describe(`the subscriptions of the payment provider (${name})`, limits, () => {
  const snapshot = async (id: string) => (await calls.findSubscription(id)).snapshot;

  const listed = async (id: string) => {
    for await (const one of calls.findSubscriptions()) if (one.snapshot.id === id) return one;
    return undefined;
  };

  it("stores the user in a paid month and lists it among all subscriptions", async () => {
    const { id, userId, customer } = await subscribe();
    const found = await calls.findSubscription(id);
    expect(found).toMatchObject({
      userId,
      checkoutId: `chk_${userId}`,
      snapshot: { id, customerId: customer, status: "active", plan: "monthly" },
    });
    const { periodStart, periodEnd } = found.snapshot;
    const days = (periodEnd.getTime() - periodStart.getTime()) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    const bills = await calls.listInvoices(customer);
    expect(bills).toMatchObject([
      { status: "paid", totalCents: 1_999, paidCents: 1_999, currency: "usd" },
    ]);
    expect(bills[0]?.pageUrl).toMatch(/^https?:/);
    expect(await listed(id)).toMatchObject({ userId, snapshot: { status: "active", periodEnd } });
  });

  it("stops a subscription with its period and resumes it, repeatedly", async () => {
    const { id } = await subscribe();
    await calls.stopAtPeriodEnd(id);
    await calls.stopAtPeriodEnd(id);
    expect(await snapshot(id)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    expect(await calls.resume(id)).toBe(true);
    expect(await calls.resume(id)).toBe(true);
    expect((await snapshot(id)).cancelAtPeriodEnd).toBe(false);
  });

  it("cancels a subscription at once, refunds it once, and does not resume it", async () => {
    const { id, customer } = await subscribe();
    for (const end of [calls.cancelAndRefund, calls.cancelAndRefund, calls.cancel]) await end(id);
    await calls.stopAtPeriodEnd(id);
    expect(await calls.resume(id)).toBe(false);
    expect((await snapshot(id)).status).toBe("canceled");
    expect(await refundsOf(customer)).toEqual([[1_999, 1_999]]);
  });

  const billOf = async (subscription: string) => {
    const { data } = await stripe.invoices.list({ subscription, limit: 1 });
    return data[0]?.id ?? "";
  };

  it("returns the payment of an invoice with its refunds, and refunds a command once", async () => {
    const { id, userId, customer } = await subscribe();
    const bill = await calls.findInvoice(await billOf(id));
    expect(bill).toEqual({ subscriptionId: id, paymentIds: [expect.stringMatching(/^pi_/)] });
    const [paymentId = ""] = bill.paymentIds;
    const paid = await calls.findPayment(paymentId);
    expect(paid).toMatchObject({
      id: paymentId,
      amountCents: 1_999,
      refundedCents: 0,
      currency: "usd",
      isPaid: true,
      dispute: "none",
      failedAttempts: 0,
      subscriptionId: id,
      checkoutId: `chk_${userId}`,
    });
    const part = { amountCents: 500, commandId: `cmd_${userId}` };
    await calls.refund({ paymentId, part });
    await calls.refund({ paymentId, part });
    expect(await calls.findPayment(paymentId)).toMatchObject({ refundedCents: 500 });
    const more = { amountCents: 1_500, commandId: `more_${userId}` };
    const tooMuch = calls.refund({ paymentId, part: more });
    await expect(tooMuch).rejects.toEqual(expect.objectContaining({ kind: "conflict" }));
    expect(await refundsOf(customer)).toEqual([[1_999, 500]]);
    const since = new Date(paid.createdAt.getTime() - 60_000);
    expect(await Array.fromAsync(calls.findChargedSince(since))).toContain(paymentId);
    expect(await Array.fromAsync(calls.findReversedSince(since))).toContain(paymentId);
  });

  it("returns a dispute and its result", async () => {
    const { id } = await subscribe({ card: "pm_card_createDispute" });
    const [paymentId = ""] = (await calls.findInvoice(await billOf(id))).paymentIds;
    const isNow = (dispute: string) =>
      eventually(async () => expect((await calls.findPayment(paymentId)).dispute).toBe(dispute), {
        timeoutMs: 120_000,
        everyMs: 250,
      });
    await isNow("open");
    const since = new Date(Date.now() - 60 * 60_000);
    expect(await Array.fromAsync(calls.findReversedSince(since))).toContain(paymentId);
    const { data } = await stripe.disputes.list({ payment_intent: paymentId });
    const evidence = { uncategorized_text: "winning_evidence" };
    await stripe.disputes.update(data[0]?.id ?? "", { evidence, submit: true });
    await isNow("won");
  });

  it("resumes and changes a subscription that ends on a date of its own", async () => {
    const { id } = await subscribe();
    const { periodStart, periodEnd } = await snapshot(id);
    const cancel_at = periodEnd.getTime() / 1_000;
    await stripe.subscriptions.update(id, { cancel_at });
    expect(await snapshot(id)).toMatchObject({ cancelAtPeriodEnd: true, periodEnd });
    expect(await calls.resume(id)).toBe(true);
    expect((await snapshot(id)).cancelAtPeriodEnd).toBe(false);
    await stripe.subscriptions.update(id, { cancel_at });
    const priceId = await calls.priceOf(findPlan("annual"));
    const change = { subscriptionId: id, priceId, prorationAt: periodStart };
    expect((await calls.previewChange(change)).dueNowCents).toBe(21_589 - 1_999);
    const anHourOn = { ...change, prorationAt: new Date(periodStart.getTime() + 3_600_000) };
    expect((await calls.previewChange(anHourOn)).dueNowCents).toBe(21_589 - 1_996);
    await calls.changePlan(anHourOn);
    expect(await snapshot(id)).toMatchObject({ plan: "annual", cancelAtPeriodEnd: false });
  });

  it("charges the previewed amount of a price change once", async () => {
    const { id, customer } = await subscribe();
    const change = {
      subscriptionId: id,
      priceId: await calls.priceOf(findPlan("annual")),
      prorationAt: (await snapshot(id)).periodStart,
    };
    const preview = await calls.previewChange(change);
    expect(preview).toMatchObject({ currency: "usd", creditCents: 1_999, creditLeftCents: 0 });
    expect(preview.dueNowCents).toBe(21_589 - 1_999);
    expect((await snapshot(id)).plan).toBe("monthly");
    await calls.changePlan(change);
    await calls.changePlan(change);
    const changed = await snapshot(id);
    expect(changed).toMatchObject({ status: "active", plan: "annual" });
    // The provider decides the second of the change.
    const apartMs = Math.abs(changed.periodEnd.getTime() - preview.renewsAt.getTime());
    expect(apartMs).toBeLessThan(600_000);
    const bills = await calls.listInvoices(customer);
    expect(bills.map(({ paidCents }) => paidCents)).toEqual([preview.dueNowCents, 1_999]);
  });

  it("takes the credit of a change to a cheaper plan, and gives it back", async () => {
    const { id, customer } = await subscribe();
    const { periodStart: prorationAt } = await snapshot(id);
    for (const plan of ["annual", "monthly"] as const) {
      const priceId = await calls.priceOf(findPlan(plan));
      await calls.changePlan({ subscriptionId: id, priceId, prorationAt });
    }
    const balanceOf = async () =>
      (await stripe.customers.retrieve(customer)) as { balance: number };
    const { balance } = await balanceOf();
    expect(balance).toBeLessThan(-15_000);
    const revocation = { paymentId: "pi_reversed", subscriptionId: id, keepCents: 0 };
    await calls.revokeCredit({ ...revocation, upToCents: 21_589 });
    await calls.revokeCredit({ ...revocation, upToCents: 21_589 });
    expect(await balanceOf()).toMatchObject({ balance: 0 });
    await calls.revokeCredit({ ...revocation, upToCents: 0 });
    expect(await balanceOf()).toMatchObject({ balance });
  });

  it("does not change the price when the card is declined", async () => {
    const { id, customer } = await subscribe();
    const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await stripe.subscriptions.update(id, { default_payment_method: failing.id });
    const change = calls.changePlan({
      subscriptionId: id,
      priceId: await calls.priceOf(findPlan("annual")),
      prorationAt: (await snapshot(id)).periodStart,
    });
    await expect(change).rejects.toEqual(expect.objectContaining({ kind: "conflict" }));
    expect(await snapshot(id)).toMatchObject({ status: "active", plan: "monthly" });
  });

  it("reports a trial with a failed first charge as past due until another card pays the invoice", async () => {
    const clock = await newTestClock();
    const { id, customer } = await subscribe({
      card: "pm_card_chargeCustomerFail",
      trialDays: 2,
      clock: clock.id,
    });
    expect(await snapshot(id)).toMatchObject({ status: "trialing", plan: "trial" });
    await clock.advance(2 * dayS + 7_200);
    expect((await snapshot(id)).status).toBe("past_due");
    const [bill] = await calls.listInvoices(customer);
    expect(bill).toMatchObject({ status: "open", paidCents: 0 });
    expect(bill?.nextAttemptAt?.getTime()).toBeGreaterThan(bill?.createdAt.getTime() ?? 0);

    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    await stripe.subscriptions.update(id, { default_payment_method: card.id });
    await stripe.invoices.pay(bill?.id ?? "");
    expect((await snapshot(id)).status).toBe("active");

    await calls.stopAtPeriodEnd(id);
    const { periodEnd } = await snapshot(id);
    await clock.advance(32 * dayS);
    const ended = await snapshot(id);
    expect(ended).toMatchObject({ status: "canceled", periodEnd });
  });

  it.each([
    ["a draft", 600, "pm_card_visa"],
    ["open", 7_200, "pm_card_chargeCustomerFail"],
  ])("ends at once while the newest invoice is %s, and voids it", async (_is, seconds, card) => {
    const clock = await newTestClock();
    const { id, customer } = await subscribe({ card, trialDays: 2, clock: clock.id });
    await clock.advance(2 * dayS + seconds);
    expect((await snapshot(id)).isUnpaid).toBe(true);
    await Promise.all([calls.stopAtPeriodEnd(id), calls.stopAtPeriodEnd(id)]);
    expect(await snapshot(id)).toMatchObject({ status: "canceled", isUnpaid: false });
    expect((await calls.listInvoices(customer))[0]).toMatchObject({ status: "void" });
    await clock.advance(20 * dayS);
    const { data } = await stripe.charges.list({ customer });
    expect(data.filter(({ paid }) => paid)).toEqual([]);
  });

  it("returns a page for a customer's cards and invoices", async () => {
    const { customer } = await subscribe();
    expect(await calls.openPortal(customer)).toMatch(/^https?:/);
  });

  it("leaves an erased customer no page, card or running subscription, but the invoices", async () => {
    const { id, customer } = await subscribe();
    const { page } = await openPage("monthly");
    const paid = await openPage("annual");
    await stripe.customers.update(paid.customerId, { name: "Ada Example" });
    for (const erased of [customer, paid.customerId, paid.customerId])
      await calls.eraseCustomer(erased);
    expect(await stripe.customers.retrieve(paid.customerId)).toMatchObject({ deleted: true });
    expect((await calls.findSubscription(id)).snapshot.status).toBe("canceled");
    expect(await calls.listInvoices(customer)).toHaveLength(1);
    expect(await calls.closeSession(paid.page.sessionId)).toBe("closed");
    expect((await stripe.checkout.sessions.retrieve(paid.page.sessionId)).status).toBe("expired");
    expect((await stripe.checkout.sessions.retrieve(page.sessionId)).status).toBe("open");
  });

  it("reports a missing object as not found", async () => {
    await expect(calls.findSession("cs_test_unknown")).rejects.toEqual(unknown);
    await expect(calls.findSubscription("sub_unknown")).rejects.toEqual(unknown);
    for (const end of [calls.cancel, calls.cancelAndRefund, calls.stopAtPeriodEnd])
      await expect(end("sub_unknown")).rejects.toEqual(unknown);
    await expect(calls.refund({ paymentId: "pi_unknown" })).rejects.toEqual(unknown);
    await expect(calls.eraseCustomer("cus_unknown")).rejects.toEqual(unknown);
    const part = { amountCents: 500, commandId: "cmd_unknown" };
    const refund = calls.refund({ paymentId: "pi_unknown", part });
    await expect(refund).rejects.toEqual(unknown);
  });
});

describe(`the events of the payment provider (${name})`, limits, () => {
  type Named = { id?: string; customer?: unknown };
  const eventOf = (type: string, isAbout: (object: Named) => boolean) =>
    eventually(async () => {
      const { data } = await stripe.events.list({ type, limit: 20 });
      const event = data.find(({ data: { object } }) => isAbout(object as Named));
      if (!event) throw new Error(`no ${type} yet`);
      return event;
    });

  it("accepts a signed event and refuses a forged one", async () => {
    const { id } = await subscribe();
    await calls.cancel(id);
    const type = "customer.subscription.deleted";
    const event = await eventOf(type, (object) => object.id === id);
    const payload = JSON.stringify(event);
    const { body, signature } = signed(stripe, payload);
    expect(calls.readWebhook(body, signature)).toEqual({ id: event.id, type, objectId: id });
    const forged = signed(stripe, payload, "whsec_of_somebody_else");
    expect(() => calls.readWebhook(forged.body, forged.signature)).toThrow("signature");
    expect(() => calls.readWebhook(Buffer.from(`${payload} `), signature)).toThrow("signature");
  });

  it("uses the invoice id for an event about an invoice", async () => {
    const { customer } = await subscribe();
    const event = await eventOf("invoice.paid", (object) => object.customer === customer);
    const { body, signature } = signed(stripe, JSON.stringify(event));
    expect(calls.readWebhook(body, signature)).toMatchObject({
      objectId: (event.data.object as { id: string }).id,
    });
  });

  it("lists undelivered events by id, type and object", async () => {
    const since = new Date(Date.now() - 60_000);
    for await (const event of calls.findUndelivered(since))
      expect(Object.keys(event).toSorted()).toEqual(["id", "objectId", "type"]);
  });
});

/** Parameters of the current API version that the description inside stripe-mock does not have yet. */
const versionGaps = ["allowed_payment_method_types"];

describe.skipIf(name !== "the sandbox")("the requests of all tests above", () => {
  type Request = (typeof provider.requests)[number];

  /** One request for each operation with each set of parameters. */
  const differing = () => {
    const found = new Map<string, Request>();
    for (const request of provider.requests)
      found.set(`${operationOf(request)} ${parameterNames(request).join()}`, request);
    return [...found.values()];
  };

  it("come from every call of the payment provider", () => {
    const known = Object.keys(calls).filter((call) => call !== "mode");
    expect(known.filter((call) => !provider.called.has(call))).toEqual([]);
  });

  it("are accepted by Stripe's own mock, except for named gaps between the versions", async (test) => {
    const mock = await startStripeMock();
    if (!mock) return test.skip("stripe-mock cannot be fetched");
    try {
      const server = { url: mock.url, secretKey: "sk_test_replay" };
      const requests = differing();
      const refused: string[] = [];
      const gaps = new Set<string>();
      for (const request of requests) {
        const { status, message } = await replay(request, server);
        if (status === 200) continue;
        const gap = versionGaps.find((one) =>
          parameterNames(request).some((parameter) => parameter.startsWith(one)),
        );
        const rest = gap ? await replay(without(request, gap), server) : { status, message };
        if (gap && rest.status === 200) gaps.add(gap);
        else refused.push(`${operationOf(request)}: ${rest.message}`);
      }
      expect(refused).toEqual([]);
      // A gap that the description has closed must be removed from the list.
      expect([...gaps]).toEqual(versionGaps);
      const operations = new Set(requests.map(operationOf)).size;
      console.log(
        `stripe-mock accepts ${requests.length} requests of ${operations} operations; newer than its description: ${[...gaps].join()}`,
      );
    } finally {
      await mock.stop();
    }
  });
});
