import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceIn, enroll } from "./enroll.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, newName, password, startService } from "./service.ts";

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
