import { eventually } from "@orbline/kit/testing/eventually";
import { adminCommandResponseSchema } from "@orbline/proto/http/admin";
import { type AuditResponse, auditResponseSchema } from "@orbline/proto/http/admin-audit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.account("u1", 1, { username: "alice" });
  await eventually(async () => {
    const answer = await service.call("GET", "/api/admin/user/u1/subscription");
    expect(answer.status).toBe(200);
  });
});
afterAll(() => service.stop());

/** What the audit log tells, oldest first. */
const audit = async () => {
  const { body } = await service.call<AuditResponse>("GET", "/api/admin/audit?limit=200");
  return auditResponseSchema.parse(body).entries.toReversed();
};

const command = (verb: string, body: unknown = {}, id = "u1") =>
  service.call<{ message?: string }>("POST", `/api/admin/user/${id}/${verb}-subscription`, {
    body,
  });

test("activating asks billing, leaves an audit entry and answers the user", async () => {
  const answer = await command("activate", { durationDays: 7, reason: "goodwill" });
  expect(answer.status).toBe(200);
  expect(adminCommandResponseSchema.parse(answer.body)).toEqual(answer.body);
  expect(answer.body).toMatchObject({ user: { username: "alice", subscriptionStatus: "active" } });
  const [sent] = service.billing.commands.filter(({ method }) => method === "activate");
  expect(sent?.request).toMatchObject({ userId: "u1", durationDays: 7 });
  expect((await audit()).at(-1)).toMatchObject({
    actor: { id: "usr_admin" },
    action: "activate-subscription",
    target: { kind: "user", id: "u1", username: "alice" },
    reason: "goodwill",
    details: { days: 7 },
    before: { status: "none", tier: "free", endDate: null },
    outcome: "done",
    after: { status: "active", tier: "premium", endDate: null },
    error: null,
  });
});

test("thirty days are granted when none are named", async () => {
  await command("activate");
  const sent = service.billing.commands.findLast(({ method }) => method === "activate");
  expect(sent?.request).toMatchObject({ durationDays: 30 });
});

test("the answer waits until the read model has seen the command's effect", async () => {
  service.billing.version = 42;
  const late = new Promise((resolve) => {
    setTimeout(() => {
      resolve(service.subscribed("u1", 42, { status: "canceled" }));
    }, 300);
  });
  await command("cancel");
  const { body } = await service.call<{ subscriptionStatus: string }[]>(
    "GET",
    "/api/admin/users/subscriptions",
  );
  expect(body[0]?.subscriptionStatus).toBe("canceled");
  await late;
  service.billing.version = 1;
});

test("no end date of an earlier grant stands beside a subscription that has none now", async () => {
  await service.subscribed("u1", 50, { status: "active", periodEndMs: Date.now() + 86_400_000 });
  await eventually(async () => {
    const { body } = await service.call<{ subscriptionEndDate: unknown }[]>(
      "GET",
      "/api/admin/users/subscriptions",
    );
    expect(body[0]?.subscriptionEndDate).toEqual(expect.any(String));
  });
  const canceled = { subscriptionStatus: "canceled", subscriptionEndDate: null };
  expect(await command("cancel")).toMatchObject({ body: { user: canceled } });
  const details = await service.call("GET", "/api/admin/user/u1/subscription");
  expect(details.body).toMatchObject({ subscriptionStatus: "active", subscriptionEndDate: null });
});

test("while billing is away the command fails with 503, and the audit log says that its effect is unknown", async () => {
  service.billing.isDown = true;
  const answer = await command("cancel", { reason: "asked by mail" });
  service.billing.isDown = false;
  expect(answer.status).toBe(503);
  expect((await audit()).at(-1)).toMatchObject({
    action: "cancel-subscription",
    reason: "asked by mail",
    outcome: "unknown",
    error: "billing is away",
  });
});

test.each([
  [{ durationDays: 2 }, "Duration must be 1, 7, 30, 90 or 365 days."],
  [{ durationDays: "30" }, "Duration must be 1, 7, 30, 90 or 365 days."],
  [{ durationDays: 7, tier: "premium" }, /tier/],
  [{ reason: 5 }, /.+/],
  [[], /.+/],
])("%j is refused, and neither billing nor the audit log hears of it", async (body, message) => {
  const before = [service.billing.commands.length, (await audit()).length];
  const answer = await command("activate", body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(message);
  expect([service.billing.commands.length, (await audit()).length]).toEqual(before);
});

test("a user that is not there is named as such", async () => {
  const answer = await command("cancel", {}, "usr_nobody");
  expect([answer.status, answer.body.message]).toEqual([404, "There is no such user."]);
});
