import type { Connection } from "mongoose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createLogger } from "../src/observability/logger.ts";
import { mailOutbox } from "../src/mail/outbox.ts";
import { owedMails, owedMailsMigration } from "../src/mail/pending.ts";
import type { Mail } from "../src/mail/mailer.ts";
import { migrate } from "../src/mongo/migrations.ts";
import { connectMongo } from "../src/mongo/connection.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl } = testEngines();
let connection: Connection;
let owed: ReturnType<typeof owedMails>;
let stops: (() => Promise<void>)[] = [];
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
  await migrate(connection, [owedMailsMigration("0001-mails")]);
  owed = owedMails(connection);
});
beforeEach(() => {
  aheadMs = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await owed.collection.deleteMany({});
});
afterAll(() => connection.close());

const compose = ({ to }: Record<string, unknown>) =>
  Promise.resolve(typeof to === "string" ? { to, subject: "S", text: "T" } : undefined);

const open = (send: (mail: Mail) => Promise<void>) => {
  const outbox = mailOutbox({ connection, compose, mailer: { send }, clock, logger });
  stops.push(outbox.stop);
  return outbox;
};

const recorder = () => {
  const sent: string[] = [];
  const send = ({ to }: Mail) => {
    sent.push(to);
    return Promise.resolve();
  };
  return { sent, send };
};

const outcomeOf = async (id: string) => (await owed.collection.findOne({ _id: id }))?.outcome;

it("sends a mail once, however often it is posted, and keeps nobody's address", async () => {
  const { sent, send } = recorder();
  const outbox = open(send);
  await outbox.post("a", { to: "jo@example.test" });
  await outbox.post("a", { to: "jo@example.test" });
  await eventually(async () => expect(await outcomeOf("a")).toBe("sent"));
  await outbox.post("a", { to: "jo@example.test" });
  await outbox.post("b", { to: "other@example.test" });
  await eventually(async () => expect(await outcomeOf("b")).toBe("sent"));
  expect(sent).toEqual(["jo@example.test", "other@example.test"]);
  expect(JSON.stringify(await owed.collection.find().toArray())).not.toContain("@");
});

it("drops a mail for which there is no reason any more", async () => {
  const { sent, send } = recorder();
  await open(send).post("none", {});
  await eventually(async () => expect(await outcomeOf("none")).toBe("dropped"));
  expect(sent).toEqual([]);
});

it("tries again until the mail server takes it", async () => {
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

it("sends what a process that died had in hand, once its lease has ended", async () => {
  const { sent, send } = recorder();
  await owed.add("left", { to: "jo@example.test" }, clock.now());
  expect(await owed.take(clock.now(), 60_000)).toMatchObject({ id: "left", attempts: 0 });
  expect(await owed.take(clock.now(), 60_000)).toBeUndefined();
  aheadMs = 61_000;
  open(send).start();
  await eventually(() => expect(sent).toEqual(["jo@example.test"]));
});

it("holds nothing up when the note of its end was written and not confirmed", async () => {
  await owed.add("told", { to: "jo@example.test" }, clock.now());
  const mail = await owed.take(clock.now(), 60_000);
  if (!mail) throw new Error("nothing was owed");
  await owed.finish(mail, "sent", clock.now());
  await owed.postpone(mail, clock.now());
  expect(await owed.take(clock.now(), 60_000)).toBeUndefined();
  expect(await outcomeOf("told")).toBe("sent");
});

it("takes the word of whoever holds a mail only", async () => {
  await owed.add("slow", { to: "jo@example.test" }, clock.now());
  const first = await owed.take(clock.now(), 0);
  const second = await owed.take(clock.now(), 60_000);
  if (!first || !second) throw new Error("nothing was owed");
  await owed.postpone(first, clock.now());
  expect(await owed.take(clock.now(), 60_000)).toBeUndefined();
  await owed.finish(second, "sent", clock.now());
  expect(await outcomeOf("slow")).toBe("sent");
});

it("sends each of fifty mails once with three processes at work", async () => {
  const { sent, send } = recorder();
  const outboxes = [open(send), open(send), open(send)];
  const wanted = Array.from({ length: 50 }, (_, index) => `p${index}@example.test`);
  const postAll = outboxes.flatMap((outbox) => wanted.map((to) => outbox.post(to, { to })));
  await Promise.all(postAll);
  await eventually(() => expect(sent.length).toBeGreaterThanOrEqual(50));
  expect(sent.toSorted()).toEqual(wanted.toSorted());
});

it("gives a mail up after three days", async () => {
  await owed.add("old", { to: "jo@example.test" }, clock.now());
  aheadMs = 73 * 3_600_000;
  open(() => Promise.reject(new Error("no"))).start();
  await eventually(async () => expect(await outcomeOf("old")).toBe("given-up"));
});
