import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deviceIn } from "./enroll.ts";
import { failLogins } from "./failed-logins.ts";
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

/** Passwords are slow to check. */
const patience = { timeout: 120_000 };
const throttledSubject = "Someone is trying to sign in to your account";
const newDeviceSubject = "New sign-in to your account";

const logIn = (username: string, given: string, cookie?: string) => {
  ips += 1;
  const ip = `198.51.${Math.floor(ips / 250)}.${ips % 250}`;
  const headers = { "x-client-ip": ip, ...(cookie && { cookie }) };
  return service.post("/api/login", { username, password: given }, { headers });
};

/** A user with a verified address, and the browser of the registration. */
const registered = async () => {
  const username = newName();
  const email = `${username}@example.com`;
  const answer = await service.post("/api/register", { username, password, email });
  const token = await mailbox.token(email, "Please verify your email address");
  expect((await service.post("/api/email/verify", { token })).status).toBe(200);
  return { username, email, as: callerIn(answer), device: deviceIn(answer) };
};

/** Strangers at many addresses guess until the account is throttled for them, and go on guessing. */
const attack = async (username: string, guesses = 12) => {
  const answers = await Promise.all(
    Array.from({ length: guesses }, () => logIn(username, "Wrong-horse-1")),
  );
  expect(answers.map(({ status }) => status)).toContain(429);
};

/** Strangers have guessed so often that the next attempt must wait longer than a slow machine needs for a few requests. */
const attackForLong = async (username: string) => {
  await failLogins(username, 10);
  expect((await logIn(username, "Wrong-horse-1")).status).toBe(401);
  const { headers } = await logIn(username, "Wrong-horse-1");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(6);
};

it(
  "lets the owner in every time on a known device while strangers guess from many addresses",
  patience,
  async () => {
    const { username, device } = await registered();
    for (let round = 0; round < 5; round += 1) {
      await attack(username, 20);
      expect((await logIn(username, password, device)).status).toBe(200);
    }
  },
);

it(
  "lets the owner in on a new device within two tries by the emailed link while strangers guess",
  patience,
  async () => {
    const { username, email } = await registered();
    await attackForLong(username);
    expect((await logIn(username, password)).status).toBe(429);
    expect((await service.post("/api/password/forgot", { email })).status).toBe(202);
    const token = await mailbox.token(email, "Reset your password");
    const next = "Another-horse-2";
    const reset = await service.post("/api/password/reset", { token, password: next });
    expect(reset.status).toBe(204);
    await attack(username);
    expect((await logIn(username, next, deviceIn(reset))).status).toBe(200);
  },
);

it("lets a signed-in owner change the password while strangers guess", patience, async () => {
  const { username, as } = await registered();
  await attack(username);
  const change = { currentPassword: password, newPassword: "Another-horse-2" };
  const changed = await service.post("/api/password", change, { as });
  expect(changed.status).toBe(204);
  expect((await logIn(username, "Another-horse-2", deviceIn(changed))).status).toBe(200);
});

it(
  "throttles guesses with a stolen device cookie, and not the account because of them",
  patience,
  async () => {
    const { username, device } = await registered();
    const guesses = Array.from({ length: 12 }, () => logIn(username, "Wrong-horse-1", device));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect((await logIn(username, password)).status).toBe(200);
  },
);

it("gives no other account a better treatment for a device cookie", patience, async () => {
  const [owner, other] = [await registered(), await registered()];
  await attackForLong(owner.username);
  expect((await logIn(owner.username, password, other.device)).status).toBe(429);
});

it("emails the owner once when strangers throttle the account", patience, async () => {
  const { username, email } = await registered();
  await attack(username);
  const { text } = await mailbox.mail(email, throttledSubject);
  expect(text).toContain("https://orbline.test/forgot-password");
  await attack(username);
  await service.post("/api/password/forgot", { email });
  await mailbox.mail(email, "Reset your password");
  const subjects = await mailbox.subjects(email);
  expect(subjects.filter((subject) => subject === throttledSubject)).toHaveLength(1);
});

it(
  "emails the owner about a sign-in on a new device, and not on a known one",
  patience,
  async () => {
    const { username, email, device } = await registered();
    expect((await logIn(username, password, device)).status).toBe(200);
    const first = await logIn(username, password);
    expect(first.status).toBe(200);
    await mailbox.mail(email, newDeviceSubject);
    expect((await logIn(username, password, deviceIn(first))).status).toBe(200);
    for (let count = 0; count < 4; count += 1) await logIn(username, password);
    await eventually(async () => {
      const subjects = await mailbox.subjects(email);
      // Three a day; the fifth and sixth sign-in send none.
      expect(subjects.filter((subject) => subject === newDeviceSubject)).toHaveLength(3);
    });
  },
);
