import type { Caller } from "@orbline/kit/auth";
import { eventually } from "@orbline/kit/testing/eventually";
import type { WebhooksResponse } from "@orbline/proto/http/admin/operations";
import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";
import { type OverviewResponse, overviewResponseSchema } from "@orbline/proto/http/admin/overview";
import { type RevenueResponse, revenueResponseSchema } from "@orbline/proto/http/admin/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { idOf } from "../src/stripe/snapshot.ts";
import { buyers } from "./buyers.ts";
import { isThorough } from "@orbline/kit/testing/depth";
import { startMailServer } from "./mail-server.ts";
import { orderedWebhooks, orderNames, type Plan, planOf, setOrder } from "./ordered-webhooks.ts";
import { adminGet, call, operationsGrpc, pay, startSystem, type System, user } from "./service.ts";

let system: System;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let admin: ReturnType<typeof operationsGrpc>;
let webhooks: Awaited<ReturnType<typeof orderedWebhooks>>;
let stopDelivering: () => Promise<void>;

beforeAll(async () => {
  mail = await startMailServer();
  system = await startSystem({ SMTP_URL: mail.url });
  admin = operationsGrpc(system.billing.grpcPort);
  webhooks = await orderedWebhooks(system);
  stopDelivering = webhooks.keepDelivering();
});
afterAll(async () => {
  admin.close();
  await stopDelivering();
  await webhooks.stop();
  await system.stop();
  await mail.stop();
});
afterEach(() => system.sandbox.control.clearFailures());

const { signUp, statusOf, becomes, customerOf, askProvider } = buyers(() => system);
const page = { limit: 0, cursor: "" };

const paymentsOf = async (userId: string) =>
  (await admin.ListPayments({ ...page, userId })).payments;

const webhooksOf = (query: string) =>
  adminGet<WebhooksResponse>(system.billing.port, `/api/admin/webhooks?${query}`);

type Purchase = { plan: string; affiliateCode?: string; card?: string };

/** Buys a plan and waits until its payment is known. Events of the type `late` arrive behind all others. */
const buy = async (
  { plan, affiliateCode, card }: Purchase,
  { order, late }: Plan = { order: "the order since 2025-03-31" },
) => {
  const buyer = await signUp({ plan, ...(affiliateCode && { affiliateCode }) });
  const customer = await customerOf(buyer.userId);
  webhooks.delay(customer, late);
  setOrder(system.sandbox, order);
  await pay(buyer.checkoutUrl, buyer.name, card);
  await becomes(buyer.userId, plan === "trial" ? "trialing" : "active");
  const paymentId = await eventually(async () => {
    const [found] = await paymentsOf(buyer.userId);
    if (plan !== "trial") expect(found).toBeDefined();
    return found?.id ?? "";
  });
  return { ...buyer, customer, paymentId };
};

/** Pays, and sends each refund back a minute later. */
const refundFails = "4000 0000 0000 5126";

type Buyer = Awaited<ReturnType<typeof buy>>;

let journeys = 0;

/**
 * Runs a journey in both orders of events, then once for each of its events, which arrives behind all others. Without
 * thoroughness each journey takes another third of these events.
 */
const inEveryOrder = async (
  purchase: Purchase,
  journey: (buyer: Buyer) => Promise<void>,
  check: (buyer: Buyer) => Promise<void>,
) => {
  const run = async (plans: Plan[]) => {
    const all: Buyer[] = [];
    for (const order of orderNames) {
      const own = plans.filter((plan) => plan.order === order);
      all.push(...(await Promise.all(own.map((plan) => buy(purchase, plan)))));
    }
    await Promise.all(all.map(journey));
    await webhooks.deliverLate();
    await Promise.all(all.map(check));
    return all;
  };
  const [first] = await run(orderNames.map((order) => ({ order })));
  journeys += 1;
  const types = [...(await webhooks.typesOf(first?.customer ?? ""))].filter(
    (_type, index) => isThorough || index % 3 === journeys % 3,
  );
  const delayed = types.map((late, index) => ({ ...planOf(index), late }));
  expect(await run(delayed)).not.toEqual([]);
};

const nothing = () => Promise.resolve();

const receiptsOf = async (name: string) =>
  (await mail.to(`${name}@example.com`)).filter((text) => text.includes("receipt"));

const refund = (order: { paymentId: string; amountCents?: number; commandId: string }) =>
  admin.RefundPayment(order);

const month = () => new Date().toISOString().slice(0, 7);

describe("a payment", () => {
  it("is listed with the affiliate conversion and has one emailed receipt, in every order of its events", async () => {
    const purchase = { plan: "annual", affiliateCode: "SARA10" };
    await inEveryOrder(purchase, nothing, async ({ userId, paymentId, name }) => {
      await eventually(async () =>
        expect((await paymentsOf(userId))[0]).toMatchObject({
          id: paymentId,
          status: "succeeded",
          plan: "annual",
          amountCents: 21_589,
          conversion: {
            code: "SARA10",
            amountCents: 21_589,
            currency: "usd",
            source: "auth_screen",
          },
        }),
      );
      await eventually(async () => {
        const mails = await mail.to(`${name}@example.com`);
        const receipt = mails.find((text) => text.includes("receipt"));
        expect(receipt).toContain("$215.89");
        expect(receipt).toContain("Annual plan");
        expect(receipt).toContain("Cancel anytime in your account, in two clicks.");
        expect(receipt).toContain("http://127.0.0.1:8080/account");
        expect(await receiptsOf(name)).toHaveLength(1);
      });
    });
  });

  it("counts once and has one receipt, however often its webhooks arrive", async () => {
    const { userId, paymentId, name } = await buy({ plan: "monthly" });
    await eventually(async () => expect(await receiptsOf(name)).toHaveLength(1));
    const received = (await webhooksOf("limit=200")).webhooks;
    system.sandbox.control.resend({ events: received.map(({ id }) => id), copies: 3 });
    const about = received.filter(({ type }) => type === "invoice.paid");
    for (const { id } of about) await admin.ReplayWebhook({ id });
    await eventually(async () => {
      expect(system.sandbox.control.deliveries({ state: "pending" })).toEqual([]);
      expect((await webhooksOf("outcome=open")).webhooks).toEqual([]);
    });
    expect(await paymentsOf(userId)).toMatchObject([{ id: paymentId, status: "succeeded" }]);
    expect(await receiptsOf(name)).toHaveLength(1);
  });

  it("is not recorded for a trial, whose email contains date and amount of the first charge, in every order of its events", async () => {
    await inEveryOrder({ plan: "trial" }, nothing, async ({ name, userId }) => {
      await eventually(async () => {
        const mails = await mail.to(`${name}@example.com`);
        const notice = mails.find((text) => text.includes("free trial"));
        expect(notice).toContain("First charge:");
        expect(notice).toContain("$19.99");
      });
      expect(await paymentsOf(userId)).toEqual([]);
    });
  });
});

describe("a refund", () => {
  it("of a part is made once for each command and keeps access, and of the rest ends access, in every order of its events", async () => {
    const refundTwice = async ({ userId, paymentId }: Buyer) => {
      const part = { paymentId, amountCents: 500, commandId: `part-${paymentId}` };
      for (const _again of [1, 2]) {
        const { payment } = await refund(part);
        expect(payment).toMatchObject({ status: "succeeded", refundedCents: 500 });
      }
      expect((await statusOf(userId)).status).toBe("active");
      await expect(
        refund({ paymentId, amountCents: 1_500, commandId: `much-${paymentId}` }),
      ).rejects.toMatchObject({ kind: "invalid", code: "refund.amount" });
      const rest = { paymentId, commandId: `rest-${paymentId}` };
      const { payment, subscription } = await refund(rest);
      expect(payment).toMatchObject({ status: "refunded", refundedCents: 1_999 });
      expect(subscription).toMatchObject({ status: "canceled", entitled: false });
    };
    await inEveryOrder({ plan: "monthly" }, refundTwice, async ({ userId, paymentId, name }) => {
      expect((await statusOf(userId)).status).toBe("canceled");
      await eventually(async () =>
        expect((await system.grpc.GetSubscription({ userId })).provider?.status).toBe("canceled"),
      );
      await eventually(async () =>
        expect((await paymentsOf(userId))[0]).toMatchObject({ id: paymentId, status: "refunded" }),
      );
      const again = { paymentId, commandId: `again-${paymentId}` };
      await expect(refund(again)).rejects.toMatchObject({ kind: "conflict" });
      await eventually(async () =>
        expect((await mail.to(`${name}@example.com`)).join()).toContain("refund of $14.99"),
      );
    });
  });

  it("appears on the buyer's invoice", async () => {
    const { userId, paymentId } = await buy({ plan: "monthly" });
    const refundedOf = async () => {
      const path = "/api/invoices";
      const as = user(userId);
      const { body } = await call<InvoicesResponse>(system.billing.port, "GET", path, { as });
      return body.invoices.map(({ status, refundedCents, refundedAt }) => ({
        status,
        refundedCents,
        refundedAt,
      }));
    };
    await eventually(async () =>
      expect(await refundedOf()).toEqual([{ status: "paid", refundedCents: 0, refundedAt: null }]),
    );
    await refund({ paymentId, amountCents: 500, commandId: `part-${paymentId}` });
    await eventually(async () =>
      expect(await refundedOf()).toMatchObject([
        { status: "paid", refundedCents: 500, refundedAt: expect.any(String) as string },
      ]),
    );
  });

  it("ends lifetime access when it was made in Stripe, in every order of its events", async () => {
    const refundInStripe = async ({ paymentId }: Buyer) => {
      await webhooks.stripe.refunds.create({ payment_intent: paymentId });
    };
    await inEveryOrder({ plan: "lifetime" }, refundInStripe, ({ userId }) =>
      becomes(userId, "canceled"),
    );
  });

  it("is pending while the provider is down and is made afterward", async () => {
    const { paymentId } = await buy({ plan: "lifetime" });
    const failure = { method: "POST", path: "/v1/refunds", times: 1_000 } as const;
    system.sandbox.control.failNext(failure);
    const order = { paymentId, commandId: `down-${paymentId}` };
    await expect(refund(order)).rejects.toMatchObject({ kind: "unavailable" });
    system.sandbox.control.clearFailures();
    await eventually(async () => {
      const { payments } = await admin.ListPayments({ ...page, id: paymentId });
      expect(payments).toMatchObject([{ status: "refunded" }]);
    });
  });
});

it("counts a refund that the bank sends back, and the payment as paid again", async () => {
  const { userId, paymentId } = await buy({ plan: "lifetime", card: refundFails });
  const failedRefunds = async () => {
    const text = await (await fetch(`http://127.0.0.1:${system.billing.port}/metrics`)).text();
    return Number(/^refunds_failed_total\b.* (\d+)$/m.exec(text)?.[1]);
  };
  expect(await failedRefunds()).toBe(0);
  await refund({ paymentId, commandId: `fails-${paymentId}` });
  await becomes(userId, "canceled");
  system.sandbox.control.advance(61);
  await becomes(userId, "active");
  await eventually(async () => expect(await failedRefunds()).toBe(1));
  expect(await paymentsOf(userId)).toMatchObject([{ status: "succeeded", refundedCents: 0 }]);
});

it("ends access for a disputed payment at once and restores it when the dispute is won, in every order of its events", async () => {
  const { control } = system.sandbox;
  const disputeAndWin = async ({ userId, paymentId }: Buyer) => {
    const { latest_charge: charge } = await webhooks.stripe.paymentIntents.retrieve(paymentId);
    const dispute = control.dispute(idOf(charge) ?? "")?.id ?? "";
    await becomes(userId, "canceled");
    await eventually(async () => {
      const { payments } = await admin.ListPayments({ ...page, userId, status: "disputed" });
      expect(payments).toMatchObject([{ id: paymentId }]);
    });
    control.closeDispute(dispute, "won");
    await becomes(userId, "active");
  };
  await inEveryOrder({ plan: "lifetime" }, disputeAndWin, ({ userId }) =>
    becomes(userId, "active"),
  );
});

it("sums payments and refunds by month and plan in the revenue report", async () => {
  const revenueOf = (months: string) =>
    adminGet<RevenueResponse>(system.billing.port, `/api/admin/revenue${months}`);
  const before = await revenueOf("");
  const { paymentId } = await buy({ plan: "lifetime", affiliateCode: "FIGURES" });
  await refund({ paymentId, amountCents: 900, commandId: `figures-${paymentId}` });
  const lifetimes = ({ active }: RevenueResponse) =>
    active.find(({ plan }) => plan === "lifetime")?.users ?? 0;
  await eventually(async () => {
    const after = await revenueOf("");
    expect(revenueResponseSchema.parse(after)).toEqual(after);
    expect(after.total.grossCents - before.total.grossCents).toBe(24_900);
    expect(after.total.refundedCents - before.total.refundedCents).toBe(900);
    expect(after.total.netCents - before.total.netCents).toBe(24_000);
    expect(after.months).toHaveLength(12);
    expect(after.months.at(-1)).toMatchObject({ month: month(), ...after.total });
    expect(after.affiliates.cents - before.affiliates.cents).toBe(24_900);
    expect(lifetimes(after) - lifetimes(before)).toBe(1);
  });
  await refund({ paymentId, commandId: `rest-${paymentId}` });
  const { paymentId: disputed } = await buy({ plan: "lifetime" });
  const { latest_charge: charge } = await webhooks.stripe.paymentIntents.retrieve(disputed);
  const dispute = system.sandbox.control.dispute(idOf(charge) ?? "")?.id ?? "";
  system.sandbox.control.closeDispute(dispute, "lost");
  await eventually(async () => {
    const { affiliates, total } = await revenueOf("");
    expect(affiliates).toEqual(before.affiliates);
    expect(total.grossCents - before.total.grossCents).toBe(2 * 24_900);
    expect(total.netCents, "after a refund and a lost dispute").toBe(before.total.netCents);
  });
  expect((await revenueOf(`?from=${month()}`)).total).toEqual((await revenueOf("")).total);
  for (const months of ["from=2026-13", "from=november", "from=2026-12&to=2026-11", "from=2020-01"])
    await expect(revenueOf(`?${months}`)).rejects.toThrow("400");
});

it("counts a trial that runs neither as converted nor as ended without a payment", async () => {
  const trialsNow = async () =>
    (await adminGet<RevenueResponse>(system.billing.port, "/api/admin/revenue")).trials;
  const before = await trialsNow();
  const [first, second] = [await buy({ plan: "trial" }), await buy({ plan: "trial" })];
  const counts = (expected: object) =>
    eventually(async () => {
      const { started, running, converted } = await trialsNow();
      expect({
        started: started - before.started,
        running: running - before.running,
        converted: converted - before.converted,
      }).toEqual({ started: 2, ...expected });
    });
  await counts({ running: 2, converted: 0 });
  const { subscriptions } = webhooks.stripe;
  const idAt = async ({ customer }: Buyer) =>
    (await subscriptions.list({ customer })).data[0]?.id ?? "";
  await subscriptions.update(await idAt(first), { trial_end: "now" });
  await counts({ running: 1, converted: 1 });
  await subscriptions.cancel(await idAt(second));
  await counts({ running: 0, converted: 1 });
  const { started, running, converted, conversionRate } = await trialsNow();
  expect(conversionRate).toBe(converted / (started - running));
});

it.each(["webhooks", "revenue"])("serves the list of %s to admins only", async (list) => {
  const get = (as?: Caller) =>
    call(system.billing.port, "GET", `/api/admin/${list}`, as ? { as } : {});
  expect((await get()).status).toBe(401);
  expect((await get(user("usr_1"))).status).toBe(403);
});

it("returns the payments page by page, newest first, each row once", async () => {
  const seen: string[] = [];
  let cursor = "";
  do {
    const { payments, nextCursor } = await admin.ListPayments({ limit: 2, cursor });
    expect(payments.length).toBeLessThanOrEqual(2);
    seen.push(...payments.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(seen.length);
  const { payments: all } = await admin.ListPayments({ limit: 200, cursor: "" });
  expect(seen).toEqual(all.map(({ id }) => id));
  await expect(admin.ListPayments({ limit: 2, cursor: "wrong" })).rejects.toMatchObject({
    kind: "invalid",
  });
  await expect(admin.ReplayWebhook({ id: "evt_none" })).rejects.toMatchObject({
    kind: "not-found",
  });
});

it("counts a new monthly plan and a new trial in the overview", async () => {
  const overviewNow = () => adminGet<OverviewResponse>(system.billing.port, "/api/admin/overview");
  const before = await overviewNow();
  await buy({ plan: "monthly" });
  await buy({ plan: "trial" });
  await eventually(async () => {
    const after = await overviewNow();
    expect(overviewResponseSchema.parse(after)).toEqual(after);
    expect(after.mrrCents - before.mrrCents).toBe(1_999);
    expect([after.paying - before.paying, after.active - before.active]).toEqual([1, 2]);
    expect(after.trialsEnding, "a trial of two days").toBe(before.trialsEnding);
  });
  const { userId } = await buy({ plan: "trial" });
  const body = { plan: "annual" };
  const changed = await call(system.billing.port, "POST", "/api/subscription/change", {
    as: user(userId),
    body,
  });
  expect(changed.status).toBe(200);
  const { mrrCents, paying } = await overviewNow();
  expect(mrrCents - before.mrrCents, "a trial changed to the annual plan adds nothing").toBe(1_999);
  expect(paying - before.paying).toBe(1);
});

it("counts the plan of a paying user in the overview whom an admin also grants days", async () => {
  const overviewNow = () => adminGet<OverviewResponse>(system.billing.port, "/api/admin/overview");
  const { userId } = await buy({ plan: "monthly" });
  const before = await overviewNow();
  await system.grpc.ActivateSubscription({ userId, durationDays: 365, commandId: userId });
  expect(await statusOf(userId)).toMatchObject({ plan: "manual" });
  const { mrrCents, paying, active } = await overviewNow();
  expect([mrrCents, paying, active]).toEqual([before.mrrCents, before.paying, before.active]);
});

it("counts a disputed payment in the overview until the bank has decided", async () => {
  const openDisputes = async () =>
    (await adminGet<OverviewResponse>(system.billing.port, "/api/admin/overview")).openDisputes;
  const { userId, paymentId } = await buy({ plan: "monthly" });
  const before = await openDisputes();
  const { latest_charge: charge } = await askProvider<{ latest_charge: string }>(
    `payment_intents/${paymentId}`,
  );
  const id = system.sandbox.control.dispute(charge)?.id ?? "";
  await eventually(async () => expect((await openDisputes()) - before).toBe(1));
  system.sandbox.control.closeDispute(id, "lost");
  await eventually(async () => expect((await openDisputes()) - before).toBe(0));
  await becomes(userId, "canceled");
});
