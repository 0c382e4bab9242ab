import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import type { PasskeyCreation } from "@orbline/proto/http/identity/passkeys";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openAccounts, openTopics } from "./engines.ts";
import { startMailbox } from "./mailbox.ts";
import { startFakeServices } from "./fake-services.ts";
import { callerIn, kill, newName, password, startProcess } from "./service.ts";
import { softwareAuthenticator } from "./software-authenticator.ts";

const patient = { timeoutMs: 60_000 };
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let topics: Awaited<ReturnType<typeof openTopics>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  const { brokers, mongoUrl, prefix } = testEngines();
  accounts = await openAccounts(mongoUrl);
  topics = await openTopics(brokers, prefix);
  mailbox = await startMailbox();
  fakes = await startFakeServices();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(async () => {
  await fakes.close();
  await mailbox.close();
  await topics.close();
  await accounts.close();
});

const startService = async () => {
  const service = await startProcess({ ...fakes.env, SMTP_URL: mailbox.smtpUrl });
  children.push(service.child);
  return service;
};

it("finishes a deletion after a kill during each service's erasure and leaves no data", async () => {
  let service = await startService();
  const username = newName();
  const email = `${username}@example.com`;
  const oldEmail = `old-${email}`;
  const as = callerIn(await service.post("/api/register", { username, password, email: oldEmail }));
  const { userId } = as;
  const verify = async (address: string) => {
    const token = await mailbox.token(address, "Please verify your email address");
    expect((await service.post("/api/email/verify", { token })).status).toBe(200);
  };
  await verify(oldEmail);
  const device = softwareAuthenticator();
  const options = (await service.post("/api/passkeys/options", {}, { as })).body as PasskeyCreation;
  const passkey = { name: "My phone", credential: device.create(options) };
  expect((await service.post("/api/passkeys", passkey, { as })).status).toBe(201);
  expect((await service.post("/api/waitlist", { email: oldEmail })).status).toBe(202);
  await mailbox.mail(oldEmail, "Your waitlist place is ready");
  const change = { currentPassword: password, email };
  expect((await service.patch("/api/user", change, { as })).status).toBe(200);
  await verify(email);

  // Each service erases and confirms, but the first confirmation is lost.
  const { state } = fakes;
  const killedOnce = () => {
    let isFirst = true;
    return () => {
      // A process that has just started gets a request to retry, so that each kill interrupts a running erasure.
      if (isFirst && service.child !== children.at(-1)) return { done: false };
      if (isFirst) service.child.kill("SIGKILL");
      isFirst = false;
      return { done: true };
    };
  };
  state.billingErase = () => ({ done: false });

  const wrong = await service.post("/api/user/delete", { password: "Wrong-horse-1" }, { as });
  expect(wrong).toMatchObject({ status: 400, body: { code: "password.incorrect" } });
  const requested = await service.post("/api/user/delete", { password }, { as });
  expect(requested).toMatchObject({ status: 202, body: { accepted: true } });
  expect(requested.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
  const callsBefore = state.calls.length;
  state.billingErase = killedOnce();
  state.predictionErase = killedOnce();

  for (let kills = 0; kills < 2; kills += 1) {
    if (service.child.signalCode === null) await once(service.child, "exit");
    service = await startService();
  }
  await mailbox.mail(email, "Your account was deleted");
  await eventually(async () => {
    expect(await accounts.everything()).not.toContain(userId);
    expect(topics.records.findLast(({ key }) => key === userId)).toMatchObject({
      value: null,
      type: "user.deleted",
    });
  }, patient);
  const everything = await accounts.everything();
  expect(everything).not.toContain(email);
  expect(everything).not.toContain(device.id);
  expect(everything).not.toContain(`"${username}"`);
  const since = state.calls.slice(callsBefore);
  expect(since.filter((call) => call === `billing.erase:${userId}`).length).toBeGreaterThan(1);
  expect(since.filter((call) => call === `prediction.erase:${userId}`).length).toBeGreaterThan(1);

  expect((await service.get("/api/user", { as })).status).toBe(401);
  expect((await service.post("/api/login", { username, password })).status).toBe(401);
  const again = await service.post("/api/register", { username, password, email });
  expect(again.status).toBe(201);
}, 180_000);
