import { eventually } from "@orbline/kit/testing/eventually";
import { auditResponseSchema } from "@orbline/proto/http/admin/audit";
import { replayWebhookResponseSchema } from "@orbline/proto/http/admin/operations";
import {
  type PaymentsResponse,
  paymentsResponseSchema,
  refundPaymentResponseSchema,
} from "@orbline/proto/http/admin/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.account("u1", 1, { username: "alice" });
  await eventually(async () => {
    expect((await service.call("GET", "/api/admin/user/u1/subscription")).status).toBe(200);
  });
});
afterAll(() => service.stop());

const read = async <T>(schema: { parse: (value: unknown) => T }, path: string): Promise<T> => {
  const { status, body } = await service.call("GET", path);
  expect(status).toBe(200);
  expect(schema.parse(body)).toEqual(body);
  return body as T;
};
const post = (path: string, body: unknown) =>
  service.call<{ message: string; payment?: { refundedCents: number } }>("POST", path, { body });
const audit = async (targetId: string) =>
  (await read(auditResponseSchema, `/api/admin/audit?targetId=${targetId}`)).entries;

describe("the payments of the admin API", () => {
  let commands = 0;
  /** Orders a refund with a command id of its own, unless the body has one. */
  const refund = (id: string, body: object) => {
    commands += 1;
    return post(`/api/admin/payments/${id}/refund`, { commandId: `command-${commands}`, ...body });
  };

  it("are listed with the names of their users and filtered", async () => {
    const all = await read<PaymentsResponse>(paymentsResponseSchema, "/api/admin/payments");
    expect(all.payments.map(({ id, userId, username }) => [id, userId, username])).toEqual([
      ["pay_1", "u1", "alice"],
      ["pay_2", "u2", null],
      ["pay_3", null, null],
    ]);
    const one = await read<PaymentsResponse>(paymentsResponseSchema, "/api/admin/payments?limit=1");
    const two = await read<PaymentsResponse>(
      paymentsResponseSchema,
      `/api/admin/payments?limit=2&cursor=${one.nextCursor}`,
    );
    expect([one.payments.length, two.payments[0]?.id, two.nextCursor]).toEqual([1, "pay_2", null]);
    const failed = await read<PaymentsResponse>(
      paymentsResponseSchema,
      "/api/admin/payments?status=failed",
    );
    expect(failed.payments.map(({ id }) => id)).toEqual(["pay_3"]);
  });

  it("are found by the whole username of their user, in any case", async () => {
    const foundBy = async (username: string) => {
      const path = `/api/admin/payments?username=${username}`;
      return (await read<PaymentsResponse>(paymentsResponseSchema, path)).payments;
    };
    expect((await foundBy("Alice")).map(({ id }) => id)).toEqual(["pay_1"]);
    expect(await foundBy("ali")).toEqual([]);
    expect(await foundBy("")).toHaveLength(3);
  });

  it("are refunded once for concurrent repetitions of one command", async () => {
    const body = { reason: "double click", amountCents: 500, commandId: "form-0001" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund("pay_1", body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(service.money.refunds.size).toBe(1);
    expect(answers.at(-1)?.body.payment?.refundedCents).toBe(500);
  });

  it("are refunded in full by default and logged with the reason and both states", async () => {
    const answer = await refund("pay_1", { reason: "asked by mail" });
    expect(answer.status).toBe(200);
    expect(refundPaymentResponseSchema.parse(answer.body)).toEqual(answer.body);
    expect(answer.body.payment).toMatchObject({ status: "refunded", refundedCents: 1_999 });
    const [entry] = await audit("pay_1");
    expect(entry).toMatchObject({
      action: "refund-payment",
      target: { kind: "payment", id: "pay_1" },
      reason: "asked by mail",
      before: { status: "succeeded", refundedCents: 500 },
      after: { status: "refunded", refundedCents: 1_999 },
      outcome: "done",
    });
  });

  it("show billing's refusal of a refund, which is logged as failed", async () => {
    const again = await refund("pay_1", { reason: "once more" });
    expect([again.status, again.body.message]).toEqual([409, "nothing left"]);
    expect((await audit("pay_1"))[0]).toMatchObject({ outcome: "failed", error: "nothing left" });
    expect((await refund("pay_2", { reason: "x", amountCents: 24_901 })).status).toBe(400);
    expect((await refund("pay_9", { reason: "x" })).status).toBe(404);
    expect(await audit("pay_9")).toEqual([]);
  });

  it.each([
    [{}, "Please give a reason."],
    [{ reason: "   " }, "Please give a reason."],
    [{ reason: "x", amountCents: 0 }, "The amount must be at least one cent."],
    [{ reason: "x", amountCents: 1.5 }, "The amount must be whole cents."],
    [{ reason: "x", amountCents: "5" }, "The amount must be whole cents."],
    [{ reason: "x", status: "refunded" }, /status/],
    [{ reason: "x", commandId: undefined }, /commandId|expected string/],
  ])("refuse the refund %j before it reaches billing or the audit log", async (body, message) => {
    const before = [service.money.refunds.size, (await audit("pay_2")).length];
    const answer = await refund("pay_2", body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
    expect([service.money.refunds.size, (await audit("pay_2")).length]).toEqual(before);
  });
});

describe("the webhooks of the admin API", () => {
  it("are replayed and logged with the reason and both states", async () => {
    const answer = await post("/api/admin/webhooks/evt_1/replay", { reason: "customer is there" });
    expect(answer.status).toBe(200);
    expect(replayWebhookResponseSchema.parse(answer.body)).toEqual(answer.body);
    expect((await audit("evt_1"))[0]).toMatchObject({
      action: "replay-webhook",
      target: { kind: "webhook" },
      reason: "customer is there",
      before: { outcome: "failed", attempts: 5 },
      after: { outcome: "open", attempts: 5 },
    });
  });

  it("are not replayed without a reason or when they are unknown", async () => {
    expect((await post("/api/admin/webhooks/evt_2/replay", {})).status).toBe(400);
    expect((await post("/api/admin/webhooks/evt_9/replay", { reason: "x" })).status).toBe(404);
    expect(await audit("evt_2")).toEqual([]);
  });
});
