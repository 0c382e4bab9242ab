import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectBroker } from "@orbline/kit/kafka/operator";
import { testEngines } from "@orbline/kit/testing/engines";
import { makeCertificate } from "@orbline/kit/testing/certificate";
import { testUserData } from "@orbline/kit/testing/grpc";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { nextEntry } from "../src/store/audit-chain.ts";
import { auditEntries } from "../src/store/audit-log.ts";
import { type Service, startService } from "./service.ts";

let service: Service;
let connection: Connection;
beforeAll(async () => {
  service = await startService();
  service.billing.version = 0;
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: service.mongoUrl, logger });
  for (const id of ["u1", "u2"])
    await service.account(id, 1, { username: `name_${id}`, email: `${id}@example.com` });
  await service.subscribed("u1", 1, { status: "active", tier: "premium" });
  await eventually(async () => {
    const { lists } = await page("u1");
    expect(lists["accounts"]).toMatchObject([{ subscription: { status: "active" } }]);
    expect((await page("u2")).lists["accounts"]).toHaveLength(1);
  });
  for (const id of ["u1", "u2"]) await post(`user/${id}/cancel-subscription`, `asked by ${id}`);
  await post("payments/pay_1/refund", "paid twice");
  await post("payments/pay_2/refund", "paid by mistake");
});
afterAll(async () => {
  await connection.close();
  await service.stop();
});

const page = async (userId: string, cursor = "") => {
  const { json, nextCursor } = await service.accounts.ExportUser({ userId, cursor });
  return { json, nextCursor, lists: JSON.parse(json) as Record<string, object[]> };
};

const post = async (path: string, reason: string) => {
  const command = path.endsWith("/refund") && { commandId: `command-${path.replaceAll("/", "-")}` };
  const answer = await service.call("POST", `/api/admin/${path}`, { body: { reason, ...command } });
  expect(answer.status).toBe(200);
};

it("exports the copy of the account and the admins' actions on it, without other users", async () => {
  const { lists, json, nextCursor } = await page("u1");
  expect(lists["accounts"]).toEqual([
    {
      id: "u1",
      username: "name_u1",
      email: "u1@example.com",
      role: "user",
      subscription: { status: "active", tier: "premium", plan: "" },
    },
  ]);
  expect(lists["auditEntries"]).toMatchObject([
    { by: "an admin", action: "refund-payment", target: { id: "pay_1" }, reason: "paid twice" },
    { by: "an admin", action: "cancel-subscription", target: { id: "u1" }, reason: "asked by u1" },
  ]);
  for (const other of ["usr_admin", "u2", "pay_2", "paid by mistake"])
    expect(json).not.toContain(other);
  expect(nextCursor).toBe("");
});

it("exports the actions of an admin without their targets", async () => {
  const { lists, json } = await page("usr_admin");
  expect(lists["auditEntries"]).toHaveLength(4);
  expect(lists["auditEntries"]?.[0]).toEqual({
    by: "you",
    at: expect.any(String),
    action: "refund-payment",
    outcome: "done",
  });
  for (const other of ["u1", "u2", "pay_", "paid", "asked"]) expect(json).not.toContain(other);
});

it("exports a long log on several pages, each entry once", async () => {
  const entries = auditEntries(connection);
  let last = (await entries.findOne({}, { sort: { _id: -1 } })) ?? undefined;
  const begun = {
    kind: "begun",
    at: new Date(),
    actorId: "usr_admin",
    action: "cancel-subscription",
    details: {},
    before: {},
  } as const;
  const more = Array.from({ length: 600 }, (_, n) => {
    const about = { target: { kind: "user", id: "u3" }, commandId: `adm_${n}` } as const;
    return (last = nextEntry(last, { ...begun, ...about }, undefined));
  });
  await entries.insertMany(more);
  const first = await page("u3");
  const second = await page("u3", first.nextCursor);
  expect([first.lists["auditEntries"]?.length, second.lists["auditEntries"]?.length]).toEqual([
    500, 100,
  ]);
  expect(Object.keys(second.lists)).toEqual(["auditEntries"]);
  expect(second.nextCursor).toBe("");
});

it("refuses to erase a user by a call, because admin erases on the published deletion", async () => {
  await expect(service.accounts.EraseUser({ userId: "u1" })).rejects.toMatchObject({
    kind: "forbidden",
  });
});

it("refuses an invalid cursor", async () => {
  await expect(page("u1", "x")).rejects.toMatchObject({ kind: "invalid" });
  await expect(page("")).rejects.toMatchObject({ kind: "invalid" });
});

it("serves HTTP and gRPC with TLS when it has a certificate", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-service-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { cert, key } = makeCertificate(folder);
  const tls = { INTERNAL_TLS_CA: cert, INTERNAL_TLS_CERT: cert, INTERNAL_TLS_KEY: key };
  const secured = await startService({ env: tls });
  onTestFinished(() => secured.stop());
  const options = { host: "127.0.0.1", port: secured.port, path: "/readyz" };
  const [ready] = (await once(get({ ...options, ca: readFileSync(cert) }), "response")) as [
    IncomingMessage,
  ];
  expect(ready.resume().statusCode).toBe(200);
  const [untrusted] = await once(
    get(options).on("error", () => undefined),
    "error",
  );
  expect(untrusted).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  const { grpcPort: port } = secured;
  const { EraseUser, close } = testUserData({ port, tls });
  onTestFinished(close);
  // Its response, which no plain server could send.
  await expect(EraseUser({ userId: "u9" })).rejects.toMatchObject({ kind: "forbidden" });
});

it("creates the topics of states with the partitions in KAFKA_PARTITIONS, and those of heads with one", async () => {
  const { brokers, prefix } = testEngines();
  const kafka = await connectBroker({ brokers });
  const names = [`${prefix}identity.users`, `${prefix}admin.audit_heads`];
  const topics = await kafka.asAdmin((admin) => admin.describeTopics(names));
  const counts = Object.entries(topics).map(([name, partitions]) => [name, partitions.length]);
  expect(Object.fromEntries(counts)).toEqual({ [names[0] ?? ""]: 3, [names[1] ?? ""]: 1 });
});
