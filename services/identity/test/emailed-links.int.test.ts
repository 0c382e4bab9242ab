import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { failLogins } from "./failed-logins.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, newName, password, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let accounts: Awaited<ReturnType<typeof openAccounts>>;

beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startService({ SMTP_URL: mailbox.smtpUrl });
  accounts = await openAccounts(testEngines().mongoUrl);
});
afterAll(async () => {
  await service.stop();
  await accounts.close();
  await mailbox.close();
});

const verifySubject = "Please verify your email address";
const resetSubject = "Reset your password";
const linkInvalid = { status: 400, body: { code: "link.invalid" } };
const other = "Another-horse-2";

/** A new account with an email. */
const registered = async () => {
  const username = newName();
  const email = `${username}@example.com`;
  const as = callerIn(await service.post("/api/register", { username, password, email }));
  return { username, email, as };
};

describe("the verification of an email", () => {
  it("works once with the link in the email", async () => {
    const { email, as } = await registered();
    expect((await service.get("/api/user", { as })).body).toMatchObject({ emailVerified: false });
    const { text, html } = await mailbox.mail(email, verifySubject);
    expect(text).toContain("https://orbline.test/verify-email?token=");
    expect(html).toContain("https://orbline.test/verify-email?token=");

    const token = await mailbox.token(email, verifySubject);
    const verified = await service.post("/api/email/verify", { token });
    expect(verified).toMatchObject({ status: 200, body: { email } });
    expect((await service.get("/api/user", { as })).body).toMatchObject({ emailVerified: true });
    expect(await service.post("/api/email/verify", { token })).toMatchObject(linkInvalid);
    expect(await service.post("/api/email/verify/resend", {}, { as })).toMatchObject({
      status: 409,
      body: { code: "email.verified" },
    });
  });

  it("sends the email again on request, up to a limit", async () => {
    const { email, as } = await registered();
    const first = await mailbox.token(email, verifySubject);
    const resend = () => service.post("/api/email/verify/resend", {}, { as });
    expect(await resend()).toMatchObject({ status: 202, body: { accepted: true } });
    const second = await eventually(async () => {
      const token = await mailbox.token(email, verifySubject);
      expect(token).not.toBe(first);
      return token;
    });
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(await resend());
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await service.post("/api/email/verify", { token: second })).status).toBe(200);
  });

  it("is refused without an email address and without a session", async () => {
    const as = callerIn(await service.post("/api/register", { username: newName(), password }));
    expect(await service.post("/api/email/verify/resend", {}, { as })).toMatchObject({
      status: 409,
      body: { code: "email.none" },
    });
    expect((await service.post("/api/email/verify/resend", {})).status).toBe(401);
  });

  it("protects a foreign address from a flood of emails about an account", async () => {
    const { username, email, as } = await registered();
    const changePassword = (from: string, to: string) =>
      service.post("/api/password", { currentPassword: from, newPassword: to }, { as });
    for (let change = 0; change < 5; change += 1) {
      expect((await changePassword(password, other)).status).toBe(204);
      expect((await changePassword(other, password)).status).toBe(204);
    }
    // An email that waits to be moved to the outbox is sent once its address is verified.
    await eventually(async () =>
      expect(await accounts.users.findOne({ username })).not.toHaveProperty("pendingEmails"),
    );
    await eventually(async () => expect(await mailbox.subjects(email)).toHaveLength(10));
    const token = await mailbox.token(email, verifySubject);
    expect((await service.post("/api/email/verify", { token })).status).toBe(200);
    await service.post("/api/password/forgot", { email });
    // Emails are sent in order, so those beyond the limit would have arrived before this one.
    await eventually(async () => expect(await mailbox.subjects(email)).toHaveLength(11));
  });

  it("refuses the link once the account has another email", async () => {
    const { email, as } = await registered();
    const token = await mailbox.token(email, verifySubject);
    const change = { currentPassword: password, email: `new-${email}` };
    expect((await service.patch("/api/user", change, { as })).status).toBe(200);
    const next = await mailbox.token(`new-${email}`, verifySubject);
    expect((await service.post("/api/email/verify", { token: next })).status).toBe(200);
    expect(await service.post("/api/email/verify", { token })).toMatchObject(linkInvalid);
  });
});

describe("the reset of a password", () => {
  it("works once with the link, ends every session and verifies the email", async () => {
    const { username, email, as } = await registered();
    const second = callerIn(await service.post("/api/login", { username, password }));
    expect(
      await service.post("/api/password/forgot", { email: email.toUpperCase() }),
    ).toMatchObject({ status: 202, body: { accepted: true } });
    const mail = await mailbox.mail(email, resetSubject);
    expect(mail.text).toContain(username);
    const token = await mailbox.token(email, resetSubject);
    const common = await service.post("/api/password/reset", { token, password: "Password1" });
    expect(common).toMatchObject({
      status: 400,
      body: { code: "password.common", issues: [{ path: "password" }] },
    });

    const tries = await Promise.all(
      Array.from({ length: 3 }, () =>
        service.post("/api/password/reset", { token, password: other }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400, 400]);
    for (const caller of [as, second])
      expect((await service.get("/api/sessions", { as: caller })).body).toEqual({ sessions: [] });
    expect((await service.post("/api/login", { username, password })).status).toBe(401);
    const again = await service.post("/api/login", { username, password: other });
    expect(again).toMatchObject({ status: 200, body: { emailVerified: true } });
    await mailbox.mail(email, "Your password was changed");
  });

  it("responds alike to an unknown email and sends nothing", async () => {
    const { email } = await registered();
    const unknown = `nobody-${email}`;
    const answers = [];
    for (const address of [email, unknown])
      answers.push(await service.post("/api/password/forgot", { email: address }));
    const [known, nobody] = answers.map(({ status, body }) => ({ status, body }));
    expect(nobody).toEqual(known);
    await mailbox.mail(email, resetSubject);
    // Both emails are pending before the first is sent, and they are sent in order.
    await service.post("/api/password/forgot", { email });
    await eventually(async () =>
      expect((await mailbox.subjects(email)).filter((one) => one === resetSubject)).toHaveLength(2),
    );
    expect(await mailbox.subjects(unknown)).toEqual([]);
  });

  it("sends five emails an hour at most to one address, with the same response", async () => {
    const { email } = await registered();
    for (let count = 0; count < 8; count += 1)
      expect((await service.post("/api/password/forgot", { email })).status).toBe(202);
    await eventually(async () =>
      expect((await mailbox.subjects(email)).filter((one) => one === resetSubject)).toHaveLength(5),
    );
  });

  it("is sent however many waitlist emails a stranger has requested for the address", async () => {
    const { email } = await registered();
    for (let count = 0; count < 6; count += 1)
      expect((await service.post("/api/waitlist", { email })).status).toBe(202);
    expect((await service.post("/api/password/forgot", { email })).status).toBe(202);
    expect(await mailbox.token(email, resetSubject)).toMatch(/^[\w-]{43}$/);
  });

  it("returns an account to its owner after a thief has used up the emails of the hour and changed the password", async () => {
    const { username, email } = await registered();
    const verify = await mailbox.token(email, verifySubject);
    expect((await service.post("/api/email/verify", { token: verify })).status).toBe(200);
    const thief = callerIn(await service.post("/api/login", { username, password }));
    const forgot = () => service.post("/api/password/forgot", { email });
    await forgot();
    const first = await mailbox.token(email, resetSubject);
    for (let count = 1; count < 5; count += 1) await forgot();
    await eventually(async () =>
      expect((await mailbox.subjects(email)).filter((one) => one === resetSubject)).toHaveLength(5),
    );
    const last = await mailbox.token(email, resetSubject);
    const change = { currentPassword: password, newPassword: "Thief-horse-9" };
    expect((await service.post("/api/password", change, { as: thief })).status).toBe(204);
    const reset = (token: string) =>
      service.post("/api/password/reset", { token, password: other });
    expect((await reset(first)).status).toBe(204);
    expect((await service.post("/api/login", { username, password: other })).status).toBe(200);
    expect(await reset(last), "a used link ends the others").toMatchObject(linkInvalid);
  });

  it("lets its owner sign in at once while a stranger guesses the password", async () => {
    const { username, email } = await registered();
    const logIn = (given: string) =>
      service.post("/api/login", { username: email, password: given });
    // After ten failures and this one, the next attempt must wait for a minute.
    await failLogins(username, 10);
    expect((await logIn("wrong-password-1")).status).toBe(401);
    expect((await logIn("wrong-password-1")).status).toBe(429);
    await service.post("/api/password/forgot", { email });
    const token = await mailbox.token(email, resetSubject);
    expect((await service.post("/api/password/reset", { token, password: other })).status).toBe(
      204,
    );
    expect((await logIn(other)).status).toBe(200);
  });

  it("stores no secret of a link in the database", async () => {
    const { email } = await registered();
    await service.post("/api/password/forgot", { email });
    const token = await mailbox.token(email, resetSubject);
    const collections = await accounts.everything();
    expect(collections).toContain(email);
    expect(collections).not.toContain(token);
  });

  it.each([
    ["made up", "A".repeat(43)],
    ["incomplete", "short"],
  ])("refuses a link that is %s", async (_what, token) => {
    const answer = await service.post("/api/password/reset", { token, password: other });
    expect(answer.status).toBe(400);
  });

  it("refuses a link of another purpose", async () => {
    const { email } = await registered();
    const token = await mailbox.token(email, verifySubject);
    const answer = await service.post("/api/password/reset", { token, password: other });
    expect(answer).toMatchObject(linkInvalid);
  });
});

describe("the waitlist", () => {
  const subject = "Your waitlist place is ready";

  it("makes an account by the emailed link, which verifies the address", async () => {
    const email = "Waiting@example.com";
    const join = { email, affiliateCode: "aff-7", source: "hero" };
    expect(await service.post("/api/waitlist", join)).toMatchObject({
      status: 202,
      body: { accepted: true },
    });
    const token = await mailbox.token("waiting@example.com", subject);
    const username = newName();
    const account = { token, username, password, phone: "000-000-0000", termsAccepted: true };
    const converted = await service.post("/api/convert-waitlist", account);
    expect(converted).toMatchObject({
      status: 201,
      body: { username, email: "waiting@example.com", emailVerified: true, phone: null },
    });
    expect((await service.get("/api/user", { as: callerIn(converted) })).status).toBe(200);
    const stored = await accounts.users.findOne({ username });
    expect(stored).toMatchObject({ affiliateCode: "aff-7" });
    const entry = await accounts.waitlist.findOne({ email: "waiting@example.com" });
    expect(entry).toMatchObject({ source: "hero", userId: stored?._id });
    expect(entry?.["convertedAt"]).toBeInstanceOf(Date);
    const again = await service.post("/api/convert-waitlist", { ...account, username: newName() });
    expect(again).toMatchObject(linkInvalid);
  });

  it("responds alike to an address that is already on the waitlist and keeps one entry", async () => {
    const email = "twice-waiting@example.com";
    const answers = [];
    for (let count = 0; count < 2; count += 1)
      answers.push(await service.post("/api/waitlist", { email }));
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await accounts.waitlist.countDocuments({ email })).toBe(1);
  });

  it("keeps the link valid when the name is taken", async () => {
    const { username } = await registered();
    const email = "patient@example.com";
    await service.post("/api/waitlist", { email });
    const token = await mailbox.token(email, subject);
    const taken = await service.post("/api/convert-waitlist", { token, username, password });
    expect(taken).toMatchObject({ status: 409, body: { code: "username.taken" } });
    const free = { token, username: newName(), password };
    expect((await service.post("/api/convert-waitlist", free)).status).toBe(201);
  });
});
