import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceIn, enroll } from "./enroll.ts";
import { failLogins } from "./failed-logins.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, newName, password, startService } from "./service.ts";

const resetSubject = "Reset your password";
let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let ips = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startService({ SMTP_URL: mailbox.smtpUrl });
});
afterAll(async () => {
  await service.stop();
  await mailbox.close();
});

type Login = { given?: string; code?: string; cookie?: string };

/** Signs in from an address of its own. */
const logIn = (username: string, { given = password, code, cookie }: Login = {}) => {
  ips += 1;
  const headers = { "x-client-ip": `198.51.100.${ips}`, ...(cookie && { cookie }) };
  const body = { username, password: given, ...(code !== undefined && { code }) };
  return service.post("/api/login", body, { headers });
};

/** A user with a verified address. */
const registered = async () => {
  const username = newName();
  const email = `${username}@example.com`;
  const as = callerIn(await service.post("/api/register", { username, password, email }));
  const token = await mailbox.token(email, "Please verify your email address");
  expect((await service.post("/api/email/verify", { token })).status).toBe(200);
  return { username, email, as };
};

/** Guesses codes until one of them must wait. Returns how many were checked. */
const guessCodes = async (username: string, login: Login): Promise<number> => {
  for (let guesses = 0; guesses < 20; guesses += 1) {
    const { status } = await logIn(username, { ...login, code: "000000" });
    if (status === 429) return guesses;
    expect(status).toBe(401);
  }
  throw new Error("no guess had to wait");
};

describe("device cookies from before two-step sign-in", () => {
  it("give a person who knows the password no guesses of codes of their own", async () => {
    const { username } = await registered();
    const thief: string[] = [];
    for (let count = 0; count < 3; count += 1) thief.push(deviceIn(await logIn(username)));
    const owner = await logIn(username);
    const { codeIn, device } = await enroll(service, callerIn(owner), { cookie: deviceIn(owner) });
    expect(await guessCodes(username, {})).toBeLessThanOrEqual(6);
    for (const cookie of thief)
      expect(await guessCodes(username, { cookie })).toBeLessThanOrEqual(1);
    const known = await logIn(username, { cookie: device, code: codeIn(0) });
    expect(known.status, "the browser that turned it on stays known").toBe(200);
  });
});

describe("a reset of the password of an account with two-step sign-in", () => {
  /** Sets a new password by the emailed link. */
  const reset = async ({ username, email }: { username: string; email: string }, next: string) => {
    const asked = (await mailbox.subjects(email)).filter((one) => one === resetSubject).length;
    expect((await service.post("/api/password/forgot", { email })).status).toBe(202);
    await eventually(async () => {
      const subjects = await mailbox.subjects(email);
      expect(subjects.filter((one) => one === resetSubject)).toHaveLength(asked + 1);
    });
    const token = await mailbox.token(email, resetSubject);
    const answer = await service.post("/api/password/reset", { token, password: next });
    expect(answer.status).toBe(204);
    const login = { given: next, cookie: deviceIn(answer) };
    expect((await logIn(username, login)).body).toMatchObject({ code: "second_factor_required" });
    return login;
  };

  it("lets the owner in with a code while strangers guess the password", async () => {
    const { username, email, as } = await registered();
    const { codeIn } = await enroll(service, as);
    await failLogins(username, 10);
    const login = await reset({ username, email }, "Another-horse-2");
    await failLogins(username, 10);
    const unknown = { ...login, cookie: "", code: codeIn(0) };
    for (let count = 0; count < 2; count += 1) await logIn(username, { given: "Wrong-horse-1" });
    expect((await logIn(username, unknown)).status, "strangers keep other browsers out").toBe(429);
    expect((await logIn(username, { ...login, code: codeIn(0) })).status).toBe(200);
  });

  it("gives no new guesses of codes by resets through the owner's emails", async () => {
    const { username, email, as } = await registered();
    await enroll(service, as);
    expect(await guessCodes(username, {})).toBeLessThanOrEqual(6);
    for (const next of ["Another-horse-2", "Another-horse-3", "Another-horse-4"]) {
      const login = await reset({ username, email }, next);
      expect(await guessCodes(username, login)).toBeLessThanOrEqual(1);
    }
  });
});
