import { AppError } from "@orbline/kit/errors";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { memoryInbox, succeededPayments } from "../testing/fake-deps.ts";
import { empty, later, now, snapshot } from "../testing/fixtures.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { Payments } from "./ports.ts";
import { processWebhook } from "./process-webhook.ts";

const fulfil = vi.fn<(sessionId: string) => Promise<Fulfilment>>();
const sync = vi.fn<(subscriptionId: string) => Promise<boolean>>();
const record = vi.fn<(paymentId: string) => Promise<boolean>>();
const recordInvoice = vi.fn<(invoiceId: string) => Promise<boolean>>();
const findPayment = vi.fn<(paymentId: string) => Promise<object>>();
const report = vi.fn<(error: unknown) => void>();
const unknown = new AppError("not-found", "payments.not-found", "unknown");
const clock = { now: () => now };

beforeEach(() => {
  for (const mock of [fulfil, sync, record, recordInvoice, findPayment, report]) mock.mockReset();
  findPayment.mockResolvedValue({});
  for (const mock of [sync, record, recordInvoice]) mock.mockResolvedValue(true);
  fulfil.mockResolvedValue({ kind: "unpaid" });
});

const process = async (type: string, objectId: string, attempts = 0) => {
  const { inbox, state } = memoryInbox({ id: "evt_1", type, objectId, attempts });
  const payments = { findPayment } as Partial<Payments> as Payments;
  const records = succeededPayments("pi_ours");
  const effects = { fulfil, sync, record, recordInvoice };
  await processWebhook({ inbox, ...effects, payments, records, clock, report })("evt_1");
  return state();
};

describe("what an event leads to", () => {
  it.each([
    ["checkout.session.completed", "cs_1", fulfil],
    ["checkout.session.async_payment_succeeded", "cs_1", fulfil],
    ["customer.subscription.updated", "sub_1", sync],
    ["customer.subscription.deleted", "sub_1", sync],
    ["invoice.paid", "sub_1", sync],
    ["invoice.payment_failed", "sub_1", sync],
    ["invoice.paid", "in_1", recordInvoice],
    ["invoice.payment_action_required", "in_1", recordInvoice],
    ["invoice.upcoming", "sub_1", sync],
    ["charge.refunded", "pi_1", record],
    ["refund.updated", "pi_1", record],
    ["charge.dispute.created", "pi_1", record],
    ["charge.dispute.closed", "pi_1", record],
  ])("%s of %s asks for that object anew", async (type, objectId, asked) => {
    await process(type, objectId);
    expect(asked).toHaveBeenCalledExactlyOnceWith(objectId);
  });

  it.each([
    ["charge.refunded", "ch_1"],
    ["checkout.session.expired", "cs_1"],
    ["balance.available", ""],
  ])("%s of %s is ignored", async (type, objectId) => {
    expect((await process(type, objectId)).outcome).toBe("ignored");
    expect(fulfil).not.toHaveBeenCalled();
    expect(sync).not.toHaveBeenCalled();
  });

  it("one that had an effect is done", async () => {
    const checkout = {
      id: "chk_1",
      userId: "usr_1",
      plan: "monthly",
      source: "test",
      status: "paid",
      createdAt: now,
    } as const;
    const session = { id: "cs_1", isComplete: true, isPaid: true, createdAt: now };
    fulfil.mockResolvedValue({
      kind: "fulfilled",
      checkout,
      subscription: empty,
      session: { ...session, subscription: snapshot() },
    });
    expect((await process("checkout.session.completed", "cs_1")).outcome).toBe("done");
  });
});

describe("a failure", () => {
  it("is tried again later and later, at last once an hour", async () => {
    sync.mockRejectedValue(new AppError("unavailable", "payments.unavailable", "down"));
    expect((await process("invoice.paid", "sub_1")).dueAt).toEqual(later(1_000));
    expect((await process("invoice.paid", "sub_1", 5)).dueAt).toEqual(later(32_000));
    expect((await process("invoice.paid", "sub_1", 50)).dueAt).toEqual(later(3_600_000));
  });

  it("is given up after a hundred attempts, and reported each time", async () => {
    sync.mockRejectedValue(new Error("broken"));
    expect((await process("invoice.paid", "sub_1", 98)).outcome).toBeUndefined();
    expect((await process("invoice.paid", "sub_1", 99)).outcome).toBe("failed");
    expect(report).toHaveBeenCalledTimes(2);
  });

  it("because the provider does not know the object ends the work", async () => {
    sync.mockRejectedValue(unknown);
    expect((await process("invoice.paid", "sub_1")).outcome).toBe("ignored");
    expect(findPayment).toHaveBeenCalledExactlyOnceWith("pi_ours");
  });

  it("because another account than ours was asked is reported and tried again", async () => {
    sync.mockRejectedValue(unknown);
    findPayment.mockRejectedValue(unknown);
    const { outcome, dueAt } = await process("invoice.paid", "sub_1");
    expect([outcome, dueAt]).toEqual([undefined, later(1_000)]);
    const told = expect.objectContaining({ code: "payments.other-account" });
    expect(report).toHaveBeenCalledExactlyOnceWith(told);
  });
});
