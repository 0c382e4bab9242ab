import { eventually } from "@orbline/kit/testing/eventually";
import { sessionsResponseSchema, userExportSchema } from "@orbline/proto/http/identity/account";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMailbox } from "./mailbox.ts";
import { startFakeServices } from "./fake-services.ts";
import { callerIn, newName, password, sessionIn, startService } from "./service.ts";
import { hashSecret } from "@orbline/kit/http/cookies";

let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;

beforeAll(async () => {
  mailbox = await startMailbox();
  fakes = await startFakeServices();
  service = await startService({ SMTP_URL: mailbox.smtpUrl, ...fakes.env });
});
afterAll(async () => {
  await service.stop();
  await fakes.close();
  await mailbox.close();
});

const other = "Another-horse-2";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/18.0 Mobile/15E148 Safari/604.1";

/** A new account with an email. */
const registered = async (headers = {}) => {
  const username = newName();
  const email = `${username}@example.com`;
  const account = { username, password, email };
  const as = callerIn(await service.post("/api/register", account, { headers }));
  return { username, email, as };
};
type Known = Awaited<ReturnType<typeof registered>>;

const logIn = async ({ username }: Known, headers = {}) =>
  callerIn(await service.post("/api/login", { username, password }, { headers }));

const sessionsOf = async (as: Known["as"]) =>
  sessionsResponseSchema.parse((await service.get("/api/sessions", { as })).body).sessions;

const wrongPassword = (field: string) => ({
  status: 400,
  body: {
    code: "password.incorrect",
    message: "The current password is not correct.",
    issues: [{ path: field }],
  },
});

describe("registration", () => {
  it.each(["trial", "monthly", "annual", "lifetime"])(
    "accepts the plan %s and an affiliate code",
    async (plan) => {
      const body = {
        username: newName(),
        password,
        plan,
        subscribe: false,
        affiliateCode: "aff.1",
      };
      expect((await service.post("/api/register", body)).status).toBe(201);
    },
  );

  it.each([
    ["plan", { plan: "weekly" }, "Please select a subscription plan"],
    ["phone", { phone: "12345" }, "Please enter a valid phone number."],
    ["password", { password: "Short-1" }, "Password must be at least 8 characters."],
    [
      "password",
      { password: "lower-case-1" },
      "Password must include at least one capital letter.",
    ],
    ["password", { password: "Only-Letters" }, "Password must include at least one number."],
    ["password", { password: "Sunshine1" }, "This password is too common. Please choose another."],
    [
      "password",
      { username: "johnny-appleseed", password: "JohnnyAppleseed1" },
      "This password is easy to guess from your name or ours. Please choose another.",
    ],
  ])("is refused for a bad %s: %o", async (path, wrong, message) => {
    const answer = await service.post("/api/register", { username: newName(), password, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, issues: [{ path, message }] });
  });

  it("is refused when it names a role", async () => {
    const body = { username: newName(), password, role: "admin" };
    const answer = await service.post("/api/register", body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining("role"),
    ]);
  });
});

describe("the change of a password", () => {
  it("needs the current password, leaves one new session and notifies the owner", async () => {
    const known = await registered();
    const { username, email, as } = known;
    const second = await logIn(known);
    const change = { currentPassword: password, newPassword: other };
    const changed = await service.post("/api/password", change, { as });
    expect(changed.status).toBe(204);
    const mine = { ...as, sessionId: hashSecret(sessionIn(changed)) };
    expect(mine.sessionId).not.toBe(as.sessionId);
    expect((await sessionsOf(mine)).map(({ id }) => id)).toEqual([mine.sessionId]);
    expect(second.sessionId).not.toBe(mine.sessionId);
    expect((await service.post("/api/login", { username, password })).status).toBe(401);
    expect((await service.post("/api/login", { username, password: other })).status).toBe(200);
    const { text } = await mailbox.mail(email, "Your password was changed");
    expect(text).toContain(username);
    expect(text).not.toContain("token=");
  });

  it.each([
    [
      "the old one is wrong",
      { currentPassword: "Wrong-horse-1" },
      wrongPassword("currentPassword"),
    ],
    ["the new one is common", { newPassword: "Welcome1" }, { status: 400 }],
    ["the new one is short", { newPassword: "Ab1" }, { status: 400 }],
  ])("changes nothing and keeps every session when %s", async (_why, wrong, refusal) => {
    const known = await registered();
    await logIn(known);
    const change = { currentPassword: password, newPassword: other, ...wrong };
    const answer = await service.post("/api/password", change, { as: known.as });
    expect(answer).toMatchObject(refusal);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await sessionsOf(known.as)).toHaveLength(2);
  });

  it("is refused after ten changes in an hour, with the time to wait", async () => {
    const { username, as } = await registered();
    const change = (from: string, to: string) =>
      service.post("/api/password", { currentPassword: from, newPassword: to }, { as });
    for (let count = 0; count < 5; count += 1) {
      expect((await change(password, other)).status).toBe(204);
      expect((await change(other, password)).status).toBe(204);
    }
    const refused = await change(password, other);
    expect(refused).toMatchObject({ status: 429, body: { code: "access.throttled" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect((await service.post("/api/login", { username, password })).status).toBe(200);
  });

  it("is throttled, so that a stolen session cannot guess the password", async () => {
    const { as } = await registered();
    const guess = { currentPassword: "Wrong-horse-1", newPassword: other };
    const answers = [];
    for (let count = 0; count < 8; count += 1)
      answers.push((await service.post("/api/password", guess, { as })).status);
    expect(answers).toContain(429);
  });
});

describe("the change of an email or phone", () => {
  const verifySubject = "Please verify your email address";
  const changedSubject = "Your email address was changed";

  it("needs the password, and a new email counts once its link is followed", async () => {
    const { email, as } = await registered();
    const next = `next-${email}`;
    const change = { currentPassword: password, email: next.toUpperCase() };
    const changed = await service.patch("/api/user", change, { as });
    expect(changed).toMatchObject({ status: 200, body: { email, newEmail: next } });
    const enter = (username: string) => service.post("/api/login", { username, password });
    expect((await enter(next)).status).toBe(401);
    const token = await mailbox.token(next, verifySubject);
    expect((await service.post("/api/email/verify", { token })).status).toBe(200);
    const { body } = await enter(next);
    expect(body).toMatchObject({ email: next, emailVerified: true });
    expect(body).not.toHaveProperty("newEmail");
    expect((await enter(email)).status).toBe(401);
    const { text } = await mailbox.mail(email, changedSubject);
    expect(text).not.toContain("/undo-email-change");
  });

  it("emails at most five new addresses of a user in an hour", async () => {
    const { email, as } = await registered();
    const statuses: number[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const change = { currentPassword: password, email: `${n}-${email}` };
      statuses.push((await service.patch("/api/user", change, { as })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("is undone by the link to the old verified email, which ends every session", async () => {
    const { username, email, as } = await registered();
    const first = await mailbox.token(email, verifySubject);
    expect((await service.post("/api/email/verify", { token: first })).status).toBe(200);
    const thief = `thief-${email}`;
    const change = { currentPassword: password, email: thief };
    await service.patch("/api/user", change, { as });
    const second = await mailbox.token(thief, verifySubject);
    expect((await service.post("/api/email/verify", { token: second })).status).toBe(200);
    const taken = await service.post("/api/register", { username: newName(), password, email });
    expect(taken, "nobody else gets the old email in between").toMatchObject({ status: 409 });

    const token = await mailbox.token(email, changedSubject);
    const undo = () => service.post("/api/email/undo", { token });
    expect(await undo()).toMatchObject({ status: 200, body: { email } });
    expect((await service.get("/api/sessions", { as })).body).toEqual({ sessions: [] });
    expect(await undo(), "the link works once").toMatchObject({ body: { code: "link.invalid" } });
    const thiefsPassword = await service.post("/api/login", { username, password });
    expect(thiefsPassword.status, "the thief knows the password").toBe(401);
    const reset = await mailbox.token(email, "Reset your password");
    const next = { token: reset, password: "Better-horse-2" };
    expect((await service.post("/api/password/reset", next)).status).toBe(204);
    expect((await service.post("/api/login", { username, password })).status).toBe(401);
  });

  it("ends the other sessions if asked to, and keeps them otherwise", async () => {
    const { username, email, as } = await registered();
    const second = callerIn(await service.post("/api/login", { username, password }));
    const openSessions = async () =>
      (await service.get("/api/sessions", { as: second })).body as { sessions: object[] };
    const change = { currentPassword: password, email: `next-${email}` };
    await service.patch("/api/user", change, { as });
    expect((await openSessions()).sessions).toHaveLength(2);
    await service.patch("/api/user", { ...change, endOtherSessions: true }, { as });
    expect((await openSessions()).sessions).toHaveLength(1);
  });

  it("is refused for a taken email and changes nothing", async () => {
    const [taken, mine] = [await registered(), await registered()];
    const change = { currentPassword: password, email: taken.email };
    expect(await service.patch("/api/user", change, { as: mine.as })).toMatchObject({
      status: 409,
      body: { code: "email.taken" },
    });
    expect((await service.get("/api/user", { as: mine.as })).body).toMatchObject({
      email: mine.email,
    });
  });

  it("is refused with a wrong password or with fields that cannot be changed", async () => {
    const { as } = await registered();
    const patch = (body: object) => service.patch("/api/user", body, { as });
    const email = "attacker@example.com";
    expect(await patch({ currentPassword: "Wrong-horse-1", email })).toMatchObject(
      wrongPassword("currentPassword"),
    );
    for (const more of [
      { role: "admin" },
      { emailVerified: true },
      { subscriptionTier: "premium" },
    ])
      expect((await patch({ currentPassword: password, email, ...more })).status).toBe(400);
    expect((await patch({ currentPassword: password })).status).toBe(400);
    expect((await service.patch("/api/user", { currentPassword: password, email })).status).toBe(
      401,
    );
  });

  it("keeps the email when the phone changes or is removed", async () => {
    const { email, as } = await registered();
    const patch = (phone: string) =>
      service.patch("/api/user", { currentPassword: password, phone }, { as });
    expect((await patch("555-123-4567")).body).toMatchObject({ phone: "555-123-4567", email });
    expect((await patch("")).body).toMatchObject({ phone: null, email });
  });
});

describe("the sessions of a user", () => {
  it("are listed with a device label, the caller's first, and can be revoked alone or together", async () => {
    const known = await registered({ "user-agent": firefox });
    const { as } = known;
    const phone = await logIn(known, { "user-agent": iphone });
    await logIn(known, { "user-agent": "" });
    const listed = await sessionsOf(as);
    expect(listed[0]).toMatchObject({
      id: as.sessionId,
      device: "Firefox on Linux",
      current: true,
    });
    expect(listed.map(({ device }) => device).toSorted()).toEqual([
      "Firefox on Linux",
      "Safari on iPhone",
      "Unknown device",
    ]);

    expect((await service.delete(`/api/sessions/${phone.sessionId}`, { as })).status).toBe(204);
    expect((await service.delete(`/api/sessions/${phone.sessionId}`, { as })).status).toBe(404);
    expect(await sessionsOf(as)).toHaveLength(2);
    const rest = await service.post("/api/sessions/revoke-others", {}, { as });
    expect(rest).toMatchObject({ status: 200, body: { revoked: 1 } });
    expect((await sessionsOf(as)).map(({ id }) => id)).toEqual([as.sessionId]);
    const last = await service.delete(`/api/sessions/${as.sessionId}`, { as });
    expect(last.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
  });

  it("cannot be revoked by another user, who gets the response for an unknown session", async () => {
    const [mine, theirs] = [await registered(), await registered()];
    const answers = [];
    for (const sessionId of [theirs.as.sessionId, "f".repeat(64)])
      answers.push(await service.delete(`/api/sessions/${sessionId}`, { as: mine.as }));
    const [first, second] = answers.map(({ status, body }) => ({
      status,
      code: (body as { code: string }).code,
    }));
    expect(first).toEqual({ status: 404, code: "session.not-found" });
    expect(second).toEqual(first);
    expect(await sessionsOf(theirs.as)).toHaveLength(1);
    expect((await service.delete("/api/sessions/x", { as: mine.as })).status).toBe(400);
  });
});

describe("the display preferences", () => {
  it("are absent until they are set, then part of the account and of its export", async () => {
    const { as } = await registered();
    const before = await service.get("/api/user", { as });
    expect(before.body).not.toHaveProperty("preferences");
    for (const preferences of [
      { oddsFormat: "decimal", timeZone: "America/New_York" },
      { oddsFormat: "fractional", timeZone: null },
    ]) {
      const answer = await service.patch("/api/user/preferences", preferences, { as });
      expect(answer).toMatchObject({ status: 200, body: { preferences } });
      expect((await service.get("/api/user", { as })).body).toMatchObject({ preferences });
      const { body } = await service.get("/api/user/export", { as });
      expect(userExportSchema.parse(body).identity).toMatchObject({ account: { preferences } });
    }
  });

  it("are refused in another notation and without a session", async () => {
    const { as } = await registered();
    const wrong = [
      { oddsFormat: "roman", timeZone: null },
      { oddsFormat: "decimal", timeZone: "New York" },
      { oddsFormat: "decimal" },
    ];
    for (const preferences of wrong)
      expect((await service.patch("/api/user/preferences", preferences, { as })).status).toBe(400);
    const preferences = { oddsFormat: "decimal", timeZone: null };
    expect((await service.patch("/api/user/preferences", preferences)).status).toBe(401);
  });
});

describe("the export of a user", () => {
  it("contains the data of every service and no secret", async () => {
    const { username, email, as } = await registered({ "user-agent": firefox });
    const token = await mailbox.token(email, "Please verify your email address");
    expect((await service.post("/api/email/verify", { token })).status).toBe(200);
    expect((await service.post("/api/waitlist", { email })).status).toBe(202);
    const answer = await service.get("/api/user/export", { as });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
    const { identity, billing, prediction, admin } = userExportSchema.parse(answer.body);
    expect(identity).toMatchObject({
      account: { username, email, hasPassword: true },
      sessions: [{ device: "Firefox on Linux" }],
      waitlistEntries: [{ email }],
    });
    expect(billing).toEqual({ payments: [{ amountCents: 1999 }], kept: { payments: "by law" } });
    expect(prediction).toEqual({ predictions: [{ id: "p1" }, { id: "p2" }], history: [] });
    expect(admin).toEqual({ accounts: [{}], auditEntries: [{ by: "an admin" }, { by: "you" }] });
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain("$argon2");
    expect(text).not.toContain(as.sessionId);
  });

  it("contains no waitlist entry of an unverified address, and a deletion keeps this entry", async () => {
    const username = newName();
    const email = `${username}@example.com`;
    await service.post("/api/waitlist", { email, affiliateCode: "aff-7", source: "hero" });
    const invitation = await mailbox.token(email, "Your waitlist place is ready");
    const stranger = { username, password, email };
    const as = callerIn(await service.post("/api/register", stranger));
    const exported = await service.get("/api/user/export", { as });
    expect(userExportSchema.parse(exported.body).identity).toMatchObject({ waitlistEntries: [] });
    expect((await service.post("/api/user/delete", { password }, { as })).status).toBe(202);
    const owner = { token: invitation, username: newName(), password };
    // The address is taken until the deletion ends.
    await eventually(async () =>
      expect(await service.post("/api/convert-waitlist", owner)).toMatchObject({
        status: 201,
        body: { email },
      }),
    );
  });
});

describe("the login after a guest purchase", () => {
  it("is refused without the checkout cookie", async () => {
    for (const headers of [{}, { cookie: "__Host-checkout=wrong" }])
      expect(
        await service.post("/api/checkout-login", { sessionId: "cs_1" }, { headers }),
      ).toMatchObject({ status: 404, body: { code: "checkout.not-found" } });
  });

  it("is refused for an account with a password", async () => {
    const { as } = await registered();
    fakes.state.redeemable.set("secret", as.userId);
    const headers = { cookie: "__Host-checkout=secret" };
    expect(
      await service.post("/api/checkout-login", { sessionId: "cs_1" }, { headers }),
    ).toMatchObject({ status: 404 });
    await eventually(async () => expect(await sessionsOf(as)).toHaveLength(1));
  });
});
