import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@orbline/kit/testing/eventually";
import { adminCommandResponseSchema } from "@orbline/proto/http/admin/users";
import { type AuditResponse, auditResponseSchema } from "@orbline/proto/http/admin/audit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  // A command waits a second for a version that never arrives.
  service.billing.version = 0;
  await service.account("u1", 1, { username: "alice" });
  await eventually(async () => {
    const answer = await service.call("GET", "/api/admin/user/u1/subscription");
    expect(answer.status).toBe(200);
  });
});
afterAll(() => service.stop());

/** The audit log, oldest first. */
const audit = async () => {
  const { body } = await service.call<AuditResponse>("GET", "/api/admin/audit?limit=200");
  return auditResponseSchema.parse(body).entries.toReversed();
};

const command = (verb: string, body: unknown = {}, id = "u1") =>
  service.call<{ message?: string }>("POST", `/api/admin/user/${id}/${verb}-subscription`, {
    body,
  });

it("activates a subscription in billing, logs it, and returns the user", async () => {
  const answer = await command("activate", { durationDays: 7, reason: "goodwill" });
  expect(answer.status).toBe(200);
  expect(adminCommandResponseSchema.parse(answer.body)).toEqual(answer.body);
  expect(answer.body).toMatchObject({ user: { username: "alice", subscriptionStatus: "active" } });
  const [sent] = service.billing.commands.filter(({ method }) => method === "activate");
  expect(sent?.request).toMatchObject({ userId: "u1", durationDays: 7 });
  const entries = await audit();
  expect(entries.findLast(({ action }) => action !== "read-audit")).toMatchObject({
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

it("grants thirty days by default", async () => {
  await command("activate");
  const sent = service.billing.commands.findLast(({ method }) => method === "activate");
  expect(sent?.request).toMatchObject({ durationDays: 30 });
});

/** The grants, in days, that billing made during `work`. */
const grantedBy = async (carryOut: () => Promise<unknown>) => {
  const { grants } = service.billing;
  const before = grants.size;
  await carryOut();
  return [...grants.values()].slice(before);
};

it("grants days once for concurrent repetitions of one command", async () => {
  const body = { durationDays: 30, reason: "no answer came", commandId: "form-0001" };
  const sent = (await audit()).length;
  const granted = await grantedBy(async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => command("activate", body)));
    answers.push(await command("activate", body));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  });
  expect(granted).toEqual([30]);
  const entries = (await audit()).slice(sent);
  expect(entries).toHaveLength(6);
  for (const entry of entries)
    expect(entry).toMatchObject({ outcome: "done", details: { days: 30 } });
});

it("grants no more days when a command is repeated after its response was lost", async () => {
  const body = { durationDays: 30, commandId: "form-0002" };
  const granted = await grantedBy(async () => {
    service.billing.losesAnswers = true;
    expect((await command("activate", body)).status).toBe(503);
    expect((await audit()).at(-1)).toMatchObject({ outcome: "unknown" });
    service.billing.losesAnswers = false;
    expect((await command("activate", body)).status).toBe(200);
  });
  expect(granted).toEqual([30]);
});

it("treats the same command id with other days or another user as another command", async () => {
  const body = { durationDays: 30, commandId: "form-0003" };
  await service.account("u2", 1, { username: "bob" });
  await eventually(async () => {
    expect((await service.call("GET", "/api/admin/user/u2/subscription")).status).toBe(200);
  });
  const granted = await grantedBy(() =>
    Promise.all([
      command("activate", body),
      command("activate", { ...body, durationDays: 7 }),
      command("activate", body, "u2"),
      command("activate", { durationDays: 1 }),
      command("activate", { durationDays: 1 }),
    ]),
  );
  expect(granted.toSorted((one, other) => one - other)).toEqual([1, 1, 7, 30, 30]);
});

it("responds only after the read model shows the effect of the command", async () => {
  let version = 10;
  // The command waits a second at most. On a busy machine the event may arrive later, so the second attempt counts
  // too.
  await eventually(async () => {
    version += 1;
    service.billing.version = version;
    const status = version % 2 === 0 ? "canceled" : "past_due";
    const late = delay(300).then(() => service.subscribed("u1", version, { status }));
    await command("cancel");
    const { body } = await service.call<{ subscriptionStatus: string }[]>(
      "GET",
      "/api/admin/users/subscriptions",
    );
    await late;
    expect(body[0]?.subscriptionStatus).toBe(status);
  });
  service.billing.version = 0;
});

it("does not show the end date of an earlier grant on a subscription without an end date", async () => {
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

it("fails with 503 while billing is unavailable and logs the effect as unknown", async () => {
  service.billing.isDown = true;
  const answer = await command("cancel", { reason: "asked by mail" });
  service.billing.isDown = false;
  expect(answer.status).toBe(503);
  expect((await audit()).at(-1)).toMatchObject({
    action: "cancel-subscription",
    reason: "asked by mail",
    outcome: "unknown",
    error: "billing is down",
  });
});

it.each([
  [{ durationDays: 2 }, "Duration must be 1, 7, 30, 90 or 365 days."],
  [{ durationDays: "30" }, "Duration must be 1, 7, 30, 90 or 365 days."],
  [{ durationDays: 7, tier: "premium" }, /tier/],
  [{ reason: 5 }, /.+/],
  [{ commandId: "short" }, "A command id has 8 to 64 letters, digits, dashes."],
  [{ commandId: "form.0001" }, "A command id has 8 to 64 letters, digits, dashes."],
  [[], /.+/],
])("refuses %j before the command reaches billing or the audit log", async (body, message) => {
  const before = [service.billing.commands.length, (await audit()).length];
  const answer = await command("activate", body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(message);
  expect([service.billing.commands.length, (await audit()).length]).toEqual(before);
});

it("refuses a command for an unknown user", async () => {
  const answer = await command("cancel", {}, "usr_nobody");
  expect([answer.status, answer.body.message]).toEqual([404, "There is no such user."]);
});
