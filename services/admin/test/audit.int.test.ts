import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { testGrpc } from "@orbline/kit/testing/grpc";
import { eventually } from "@orbline/kit/testing/eventually";
import type { AuditServiceDefinition } from "@orbline/proto/gen/admin/v1/AuditService";
import { type AuditResponse, auditResponseSchema } from "@orbline/proto/http/admin/audit";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkChain } from "../src/store/audit-chain.ts";
import { auditEntries } from "../src/store/audit-log.ts";
import { auditKey, type Service, startService } from "./service.ts";

let service: Service;
let connection: Connection;
beforeAll(async () => {
  service = await startService();
  service.billing.version = 0;
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: service.mongoUrl, logger });
  for (const id of ["u1", "u2"]) await service.account(id, 1, { username: `name_${id}` });
  await eventually(async () => {
    for (const id of ["u1", "u2"])
      expect((await service.call("GET", `/api/admin/user/${id}/subscription`)).status).toBe(200);
  });
});
afterAll(async () => {
  await connection.close();
  await service.stop();
});

const list = async (query = "") => {
  const { body } = await service.call<AuditResponse>("GET", `/api/admin/audit${query}`);
  expect(auditResponseSchema.parse(body)).toEqual(body);
  return body;
};
const chain = () => auditEntries(connection).find().sort({ _id: 1 });

/** Runs the verify command like an operator. */
const verify = async (...args: string[]) => {
  const file = join(import.meta.dirname, "../src/audit-verify.ts");
  const { brokers, prefix } = testEngines();
  const env = {
    PATH: process.env["PATH"],
    MONGO_URL: service.mongoUrl,
    KAFKA_BROKERS: brokers.join(","),
    NAMESPACE: prefix,
    AUDIT_KEY: auditKey,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  };
  return promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
};

it("writes fifty concurrent actions into one chain without a gap", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      service.call("POST", `/api/admin/user/u${1 + (n % 2)}/cancel-subscription`, {
        body: { reason: `reason ${n}` },
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await checkChain(chain(), { key: auditKey })).toMatchObject({ length: 102 });
  const { entries } = await list("?limit=200");
  const commands = entries.filter(({ action }) => action === "cancel-subscription");
  expect(new Set(commands.map(({ reason }) => reason)).size).toBe(50);
  expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
});

it("pages through the log from the newest entry without loss or repetition", async () => {
  const numbers: number[] = [];
  let cursor: string | null = null;
  do {
    const page: AuditResponse = await list(`?limit=20${cursor ? `&cursor=${cursor}` : ""}`);
    numbers.push(...page.entries.map(({ number }) => number));
    cursor = page.nextCursor;
  } while (cursor);
  // The commands, and the readings of two users and of the log.
  expect(numbers).toHaveLength(53);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a));
});

it("filters the log by admin, action and target", async () => {
  await service.call("POST", "/api/admin/user/u2/activate-subscription", { body: {} });
  const counts = await Promise.all(
    [
      "?action=activate-subscription",
      "?action=refund-payment",
      "?actorId=usr_admin&limit=200",
      "?actorId=usr_nobody",
      "?targetId=u1&limit=200",
      "?targetId=u2&action=cancel-subscription&limit=200",
    ].map(async (query) => (await list(query)).entries.length),
  );
  expect(counts).toEqual([1, 0, 54, 0, 26, 25]);
});

it("logs a reading of personal data once in ten minutes, and every sign-in", async () => {
  for (let reading = 0; reading < 3; reading += 1) {
    expect((await service.call("GET", "/api/admin/users/subscriptions")).status).toBe(200);
    expect((await service.call("GET", "/api/admin/payments")).status).toBe(200);
  }
  const audit = testGrpc<AuditServiceDefinition>({
    file: "admin/v1/audit.proto",
    name: "admin.v1.AuditService",
    port: service.grpcPort,
    caller: "identity",
  });
  const note = { actorId: "usr_admin", targetKind: "user", targetId: "usr_admin" };
  await audit.NoteAction({ ...note, action: "sign-in" });
  await audit.NoteAction({ ...note, action: "sign-in" });
  const forged = audit.NoteAction({ ...note, action: "refund-payment" });
  await expect(forged).rejects.toMatchObject({ code: "request.invalid" });
  audit.close();
  const { entries } = await list("?limit=5");
  expect(entries.map(({ action, target, outcome }) => [action, target.id, outcome])).toEqual([
    ["sign-in", "usr_admin", "done"],
    ["sign-in", "usr_admin", "done"],
    ["read-payments", "payments", "done"],
    ["read-users", "users", "done"],
    ["activate-subscription", "u2", "done"],
  ]);
  expect(await checkChain(chain(), { key: auditKey })).not.toHaveProperty("fault");
});

it("logs a reading of the log itself once in ten minutes, before it is read", async () => {
  await list();
  const { entries } = await list("?action=read-audit");
  const target = { kind: "list", id: "audit", username: null };
  expect(entries).toMatchObject([{ actor: { id: "usr_admin" }, target, outcome: "done" }]);
});

it("lets prediction report readings of tables, and nothing else", async () => {
  const audit = testGrpc<AuditServiceDefinition>({
    file: "admin/v1/audit.proto",
    name: "admin.v1.AuditService",
    port: service.grpcPort,
    caller: "prediction",
  });
  const note = { actorId: "usr_admin", targetKind: "list", targetId: "user_bet_history" };
  await audit.NoteAction({ ...note, action: "read-table" });
  const forged = audit.NoteAction({ ...note, action: "sign-in" });
  await expect(forged).rejects.toMatchObject({ code: "audit.forbidden" });
  audit.close();
  const { entries } = await list("?limit=1");
  expect(entries).toMatchObject([{ action: "read-table", target: { id: "user_bet_history" } }]);
});

it.each(["?action=drop-table", "?cursor=zzz!", "?limit=1000", "?from=2026"])(
  "refuses the query %s of the audit log",
  async (query) => {
    expect((await service.call("GET", `/api/admin/audit${query}`)).status).toBe(400);
  },
);

it("keeps an intact chain with every confirmed entry when concurrent writers are killed", async () => {
  const before = (await checkChain(chain(), { key: auditKey })).length;
  const said: number[] = [];
  const children = ["one", "two"].map((name) => {
    const file = join(import.meta.dirname, "audit-process.ts");
    const child = spawn(process.execPath, [file, service.mongoUrl, name, auditKey], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.on("data", (chunk: Buffer) => {
      said.push(...String(chunk).trim().split("\n").map(Number));
    });
    return { child, ended: new Promise((resolve) => child.on("close", resolve)) };
  });
  await eventually(() => expect(said.length).toBeGreaterThan(60), { timeoutMs: 60_000 });
  for (const { child } of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ ended }) => ended));

  const { length, fault } = await checkChain(chain(), { key: auditKey });
  expect(fault).toBeUndefined();
  expect(new Set(said).size).toBe(said.length);
  expect(length).toBeGreaterThanOrEqual(before + said.length);
  const kept = await auditEntries(connection).countDocuments({ _id: { $in: said } });
  expect(kept).toBe(said.length);
  await service.call("POST", "/api/admin/user/u1/cancel-subscription", { body: {} });
  expect(await checkChain(chain(), { key: auditKey })).toEqual({
    length: length + 2,
    head: expect.any(String),
  });
}, 120_000);

it("prints the head of an intact chain and the first changed entry with audit:verify", async () => {
  const whole = await verify();
  expect(whole.code).toBe(0);
  const [, noted = ""] =
    /compared with [1-9]\d* published heads; last (\S+)/.exec(whole.text) ?? [];
  const [compared, unreadable] = await Promise.all([
    verify("--noted", noted),
    verify("--noted", "nonsense"),
  ]);
  expect([compared.code, unreadable.code]).toEqual([0, 1]);

  const at = (await auditEntries(connection).findOne({ _id: 9 }))?.at ?? new Date();
  const earlier = new Date(at.getTime() - 1);
  await auditEntries(connection).updateOne({ _id: 9 }, { $set: { at: earlier } });
  const broken = await verify();
  expect(broken).toMatchObject({ code: 1, text: expect.stringContaining("entry 9 was changed") });
  await auditEntries(connection).updateOne({ _id: 9 }, { $set: { at } });

  const last = Number(noted.split(":")[0]);
  await auditEntries(connection).deleteOne({ _id: last });
  const [offline, shortened] = await Promise.all([
    verify("--offline"),
    verify("--offline", "--noted", noted),
  ]);
  expect([offline.code, shortened.code]).toEqual([0, 1]);
  const published = { code: 1, text: expect.stringContaining(`entry ${last} is missing`) };
  await eventually(async () => expect(await verify()).toMatchObject(published));
}, 120_000);
