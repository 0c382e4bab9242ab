import type { Connection, mongo } from "mongoose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Mail } from "../src/mail/mailer.ts";
import { mailOutboxMigration, startMailOutbox } from "../src/mail/outbox.ts";
import { connectMongo } from "../src/mongo/connection.ts";
import { dueItems } from "../src/mongo/due-items.ts";
import { migrate } from "../src/mongo/migrations.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { testLifecycle } from "../src/testing/lifecycle.ts";

type StoredMail = { _id: string; outcome?: string; note?: object };

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl } = testEngines();
let connection: Connection;
let mails: mongo.Collection<StoredMail>;
let stops: (() => Promise<void>)[] = [];
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
  await migrate(connection, [mailOutboxMigration("0001-mails")]);
  mails = connection.collection<StoredMail>("owed_mails");
});
beforeEach(() => {
  aheadMs = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await mails.deleteMany({});
});
afterAll(() => connection.close());

const compose = ({ to }: Record<string, unknown>) =>
  Promise.resolve(typeof to === "string" ? { to, subject: "S", text: "T" } : undefined);

const open = (send: (mail: Mail) => Promise<void>) => {
  const { lifecycle, stop } = testLifecycle();
  stops.push(stop);
  const service = { connection, clock, logger, metrics: createMetrics("test"), lifecycle };
  return startMailOutbox(service, { compose, mailer: { send } });
};

const recorder = () => {
  const sent: string[] = [];
  const send = ({ to }: Mail) => {
    sent.push(to);
    return Promise.resolve();
  };
  return { sent, send };
};

const outcomeOf = async (id: string) => (await mails.findOne({ _id: id }))?.outcome;

const put = (id: string) =>
  connection.collection("owed_mails").insertOne({
    _id: id as never,
    note: { to: "jo@example.test" },
    attempts: 0,
    createdAt: clock.now(),
    dueAt: clock.now(),
  });

it("sends a mail once however often it is posted, and keeps no address", async () => {
  const { sent, send } = recorder();
  const outbox = open(send);
  await outbox.post("a", { to: "jo@example.test" });
  await outbox.post("a", { to: "jo@example.test" });
  await eventually(async () => expect(await outcomeOf("a")).toBe("sent"));
  await outbox.post("a", { to: "jo@example.test" });
  await outbox.post("b", { to: "other@example.test" });
  await eventually(async () => expect(await outcomeOf("b")).toBe("sent"));
  expect(sent).toEqual(["jo@example.test", "other@example.test"]);
  expect(JSON.stringify(await mails.find().toArray())).not.toContain("@");
});

it("drops a mail that is no longer needed", async () => {
  const { sent, send } = recorder();
  await open(send).post("none", {});
  await eventually(async () => expect(await outcomeOf("none")).toBe("dropped"));
  expect(sent).toEqual([]);
});

it("retries until the mail server accepts a mail", async () => {
  const { sent, send } = recorder();
  let failures = 1;
  const outbox = open((mail) => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error("no mail today")) : send(mail);
  });
  await outbox.post("later", { to: "jo@example.test" });
  await eventually(async () => expect(await outcomeOf("later")).toBe("sent"));
  expect(sent).toEqual(["jo@example.test"]);
});

it("sends the mail that a dead process had claimed once the lease has ended", async () => {
  await put("left");
  await dueItems({ collection: mails, clock }).claim(60_000);
  const { sent, send } = recorder();
  open(send);
  expect(sent).toEqual([]);
  aheadMs = 61_000;
  open(send);
  await eventually(() => expect(sent).toEqual(["jo@example.test"]));
});

it("sends each of fifty mails once with three processes", async () => {
  const { sent, send } = recorder();
  const outboxes = [open(send), open(send), open(send)];
  const wanted = Array.from({ length: 50 }, (_, index) => `p${index}@example.test`);
  const postAll = outboxes.flatMap((outbox) => wanted.map((to) => outbox.post(to, { to })));
  await Promise.all(postAll);
  await eventually(() => expect(sent.length).toBeGreaterThanOrEqual(50));
  expect(sent.toSorted()).toEqual(wanted.toSorted());
});

it("gives a mail up after the server has refused it for three days", async () => {
  await put("old");
  aheadMs = 73 * 3_600_000;
  open(() => Promise.reject(new Error("no")));
  await eventually(async () => expect(await outcomeOf("old")).toBe("given-up"));
});
