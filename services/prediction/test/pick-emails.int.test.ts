import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { testUserData } from "@orbline/kit/testing/grpc";
import { createMailbox } from "@orbline/mailbox/mailbox";
import { generatedUsername } from "@orbline/proto/constants/usernames";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../src/testing/present.ts";
import { serviceProcesses } from "./processes.ts";
import {
  type Client,
  fakeBilling,
  fakeIdentity,
  newSubscriber,
  openPredictions,
  predictAt,
  startService,
  testEnv,
  user,
} from "./service.ts";

type Mail = {
  subject: string;
  text: string;
  html: string;
  listHeaders: Record<string, string>;
};

const billing = await fakeBilling();
const identity = await fakeIdentity();
const mailbox = createMailbox({ kept: 2_000 });
const processes = serviceProcesses();
type Service = Awaited<ReturnType<typeof startService>>;
let database: Awaited<ReturnType<typeof openPredictions>>;
let mails = { url: "", smtpUrl: "" };

beforeAll(async () => {
  database = await openPredictions(testEngines().mongoUrl);
  mails = await mailbox.listen({ port: 0, smtpPort: 0 });
});
afterAll(async () => {
  await processes.killAll();
  await database.close();
  await mailbox.close();
  await identity.close();
  await billing.close();
});

const settings = () => ({ IDENTITY_GRPC: identity.address, SMTP_URL: mails.smtpUrl });

const mailsTo = async (userId: string): Promise<Mail[]> => {
  const response = await fetch(`${mails.url}/api/mails?to=${userId}@example.com`);
  return ((await response.json()) as { mails: Mail[] }).mails;
};

/** Waits until no email waits to be written or sent. A service with its own clock gets the time of its next tries. */
const allSent = (time?: Service["time"]) =>
  eventually(
    async () => {
      time?.set(new Date(time.now().getTime() + 100));
      const marked = await database.predictions.countDocuments({ toEmail: { $gt: "" } });
      const waiting = await database.collection("owed_mails").countDocuments({
        dueAt: { $gt: new Date(0) },
      });
      expect([marked, waiting]).toEqual([0, 0]);
    },
    { timeoutMs: 60_000 },
  );

/** A subscriber with an address and a choice. */
const newReader = async (service: Client, emails: string, emailVerified = true) => {
  const userId = newSubscriber(billing);
  identity.accounts.set(userId, {
    username: generatedUsername(userId),
    email: `${userId}@example.com`,
    emailVerified,
  });
  const { status } = await service.patch("/api/notification-settings", { emails }, as(userId));
  expect(status).toBe(200);
  return userId;
};

const as = (userId: string) => ({ as: user(userId) });

const predictTimes = async (service: Client, userId: string, times: number) => {
  const ids: string[] = [];
  for (let requestCount = 1; requestCount <= times; requestCount += 1)
    ids.push(
      (await predictAt(service, userId, { sport: "nba", riskLevel: "moderate", requestCount })).id,
    );
  return ids;
};

describe("a running service", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(billing.address, settings());
  });
  afterAll(() => service.stop());

  it("emails each settled pick once to those who chose it, with a link that unsubscribes in one click", async () => {
    const each = await newReader(service, "each");
    const off = await newReader(service, "off");
    const unverified = await newReader(service, "each", false);
    const excluded = await newReader(service, "each");
    const deleted = await newReader(service, "each");
    const readers = [each, off, unverified, excluded, deleted];
    const ids = await predictTimes(service, each, 3);
    for (const userId of readers.slice(1)) await predictTimes(service, userId, 1);
    const bet = { stake: 25, odds: 140, book: "Harbour" };
    await service.post(`/api/predictions/${ids[0]}/bet`, bet, as(each));
    const exclusion = { months: 6, understood: true };
    await service.post("/api/guardrails/self-exclusion", exclusion, as(excluded));
    identity.accounts.delete(deleted);

    await service.post("/internal/slate/advance", { days: 9 });
    await allSent(service.time);
    await service.post("/internal/slate/advance", { days: 1 });
    await allSent(service.time);
    const counts = await Promise.all(readers.map(async (userId) => (await mailsTo(userId)).length));
    expect(counts).toEqual([3, 0, 0, 0, 0]);

    const received = await mailsTo(each);
    const links = received.map(({ text }) => /\/predictions\/(\S+)/.exec(text)?.[1]);
    expect(new Set(links)).toEqual(new Set(ids));
    const mail = present(received[0]);
    expect(mail.text, "no generated username").toMatch(/^Hello,\n/);
    const isBet = ({ text }: Mail) => text.includes("Your bet of $25.00");
    expect(received.filter(isBet)).toHaveLength(1);
    for (const one of received)
      expect(one.subject).toMatch(
        isBet(one)
          ? /^(Won|Lost|Push|Void): .+\$[\d.,]+$/
          : /^(Won|Lost|Push|Void): .+\$[\d.,]+ if bet$/,
      );
    expect(mail.html).toContain(">Unsubscribe</a>");
    const url = present(
      /^<(https:\/\/orbline\.test\/unsubscribe\?token=\S+)>$/.exec(
        present(mail.listHeaders["list-unsubscribe"]),
      )?.[1],
    );
    expect(mail.text).toContain(url);
    expect(mail.listHeaders["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");

    // A mail program posts a form without a session.
    const click = async (search: string) => {
      const response = await fetch(`http://127.0.0.1:${service.port}/api/unsubscribe${search}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
      return response.status;
    };
    const choiceOf = async (userId: string) =>
      (await service.get("/api/notification-settings", as(userId))).body;
    const { search } = new URL(url);
    expect(await click(`${search.slice(0, -1)}${search.endsWith("0") ? "1" : "0"}`)).toBe(404);
    expect(await click(`?token=${off}.`)).toBe(404);
    expect(await choiceOf(each)).toEqual({ emails: "each" });
    expect(await click(search)).toBe(204);
    expect(await click(search)).toBe(204);
    expect(await choiceOf(each)).toEqual({ emails: "off" });
  });

  it("keeps the emails about picks that settle during a time-out, and sends them when it has ended", async () => {
    const reader = await newReader(service, "each");
    const changed = await newReader(service, "each");
    const ids = await predictTimes(service, reader, 2);
    await predictTimes(service, changed, 1);
    for (const userId of [reader, changed])
      await service.post("/api/guardrails/time-out", { days: 7 }, as(userId));
    await service.post("/internal/slate/advance", { days: 9 });
    await service.patch("/api/notification-settings", { emails: "off" }, as(changed));
    expect(await mailsTo(reader)).toEqual([]);

    // The time-outs and the waiting of the emails end.
    const begun = { $gt: new Date(0) };
    await database
      .collection("guardrails")
      .updateMany({ timeOutUntil: begun }, { $set: { timeOutUntil: new Date(0) } });
    await database.predictions.updateMany({ emailAt: begun }, { $set: { emailAt: new Date(0) } });
    await service.post("/internal/slate/advance", { days: 1 });
    await allSent(service.time);
    const links = (await mailsTo(reader)).map(({ text }) => /\/predictions\/(\S+)/.exec(text)?.[1]);
    expect(new Set(links)).toEqual(new Set(ids));
    expect(await mailsTo(changed)).toEqual([]);
  });

  it("emails at most 10 picks of a user a day, and says so in the last email", async () => {
    const reader = await newReader(service, "each");
    await predictTimes(service, reader, 12);
    await service.post("/internal/slate/advance", { days: 9 });
    await allSent(service.time);
    const received = await mailsTo(reader);
    expect(received).toHaveLength(10);
    const last = received.filter(({ text }) => text.includes("This is today's last"));
    expect(last).toHaveLength(1);
    expect(last[0]?.text).toContain("https://orbline.test/notices");
  });

  it("emails one recap of a week to those who chose it, and of the last week alone after an outage", async () => {
    const advance = async (days: number) => {
      const { body } = await service.post("/internal/slate/advance", { days });
      return new Date((body as { now: string }).now).getUTCDay();
    };
    const today = await advance(1);
    const tuesday = 2;
    await advance(7 + tuesday - today);
    const reader = await newReader(service, "weekly");
    const idle = await newReader(service, "weekly");
    const ids = await predictTimes(service, reader, 2);
    const bet = { stake: 25, odds: 140, book: "Harbour" };
    await service.post(`/api/predictions/${ids[0]}/bet`, bet, as(reader));
    // To the noon of Monday, and past the hour when recaps are due.
    await advance(6);
    await advance(1);
    await allSent(service.time);
    await advance(21);
    await allSent(service.time);
    const received = await mailsTo(reader);
    expect(received).toHaveLength(1);
    expect(received[0]?.subject).toMatch(/^Your week: 1 bet settled, /);
    expect(received[0]?.text).toMatch(/Your bets: [01] of 1 won\. \$25\.00 staked/);
    expect(received[0]?.text).toMatch(/Picks we gave you: \d of 2 won\./);
    expect(await mailsTo(idle)).toEqual([]);
    const sent = await database.collection("owed_mails").find({}).toArray();
    expect(JSON.stringify(sent)).not.toContain(reader);
  });

  it("keeps the recap of a user in a time-out, and sends all its weeks as one email afterwards", async () => {
    const advance = (days: number) => service.post("/internal/slate/advance", { days });
    const reader = await newReader(service, "weekly");
    const excluded = await newReader(service, "weekly");
    for (const userId of [reader, excluded]) await predictTimes(service, userId, 2);
    await service.post("/api/guardrails/time-out", { days: 42 }, as(reader));
    const exclusion = { months: 6, understood: true };
    expect(
      (await service.post("/api/guardrails/self-exclusion", exclusion, as(excluded))).status,
    ).toBe(200);
    for (const days of [9, 7]) await advance(days);
    await allSent(service.time);
    expect(await mailsTo(reader)).toEqual([]);

    // The slate's clock has not moved the time of the time-out, so the test ends it.
    await database
      .collection("guardrails")
      .updateOne(
        { _id: reader as never },
        { $set: { timeOutUntil: new Date(Date.now() - 1_000) } },
      );
    for (const days of [30, 12, 7]) await advance(days);
    await allSent(service.time);
    const received = await mailsTo(reader);
    expect(received).toHaveLength(1);
    expect(received[0]?.subject).toMatch(/^Your last \d weeks: \d of 2 picks won$/);
    expect(await mailsTo(excluded)).toEqual([]);
  });

  it("exports the choice without the secret of the links, and erases it", async () => {
    const reader = await newReader(service, "weekly");
    const userData = testUserData({ port: service.grpcPort });
    const { json } = await userData.ExportUser({ userId: reader, cursor: "" });
    expect(JSON.parse(json)).toMatchObject({ notificationSettings: [{ emails: "weekly" }] });
    expect(json).not.toContain("unsubscribeSecret");
    await userData.EraseUser({ userId: reader });
    expect(await database.tracesOf(reader)).toBe(0);
    userData.close();
  });
});

it("loses no email and sends none twice while two processes settle and one is killed", async () => {
  const env = { ...testEnv(billing.address), ...settings(), SETTLE_SECONDS: "0.2" };
  const first = await processes.start(env);
  const second = await processes.start(env);
  // As many as the limit of a day allows: two processes count a pick once.
  const readers: string[] = [];
  const ids: string[] = [];
  for (let n = 1; n <= 2; n += 1) {
    const reader = await newReader(first, "each");
    readers.push(reader);
    ids.push(...(await predictTimes(first, reader, 10)));
  }
  const received = async () => (await Promise.all(readers.map(mailsTo))).flat();
  const advanced = first.post("/internal/slate/advance", { days: 9 }).catch(() => undefined);
  await eventually(async () => expect((await received()).length).toBeGreaterThan(0), {
    timeoutMs: 60_000,
  });
  await first.kill();
  await advanced;
  await database.endLeases("owed_mails");
  await second.post("/internal/slate/advance", { days: 9 });
  await allSent();
  const links = (await received()).map(({ text }) => /\/predictions\/(\S+)/.exec(text)?.[1]);
  expect(new Set(links)).toEqual(new Set(ids));
  // `endLeases` ends the leases of both processes, so each may send the four emails twice that it was sending.
  expect(links.length - ids.length).toBeLessThanOrEqual(8);
}, 180_000);
