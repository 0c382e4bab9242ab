import { eventually } from "@orbline/kit/testing/eventually";
import type { PasskeyCreation } from "@orbline/proto/http/identity/passkeys";
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceIn, enroll } from "./enroll.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, newName, password, startService } from "./service.ts";
import { softwareAuthenticator } from "./software-authenticator.ts";

let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;

beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startService({ SMTP_URL: mailbox.smtpUrl });
});
afterAll(async () => {
  await service.stop();
  await mailbox.close();
});

const next = "Another-horse-2";
const appSubject = "Two-step sign-in is on";
const passkeySubject = "A passkey was added to your account";
const undoLink = "https://orbline.test/undo-second-factor?token=";

type Caller = ReturnType<typeof callerIn>;

/** A user, with a verified address unless asked otherwise, and the cookie of the owner's browser. */
const registered = async ({ isVerified = true } = {}) => {
  const username = newName();
  const email = `${username}@example.com`;
  const answer = await service.post("/api/register", { username, password, email });
  const token = await mailbox.token(email, "Please verify your email address");
  if (isVerified) expect((await service.post("/api/email/verify", { token })).status).toBe(200);
  const logIn = (given = password, cookie = "") =>
    service.post("/api/login", { username, password: given }, { headers: { cookie } });
  return { username, email, as: callerIn(answer), device: deviceIn(answer), logIn };
};

const createPasskey = async (as: Caller) => {
  const { body } = await service.post("/api/passkeys/options", {}, { as });
  return { name: "Mine", credential: softwareAuthenticator().create(body as PasskeyCreation) };
};

const addPasskey = async (as: Caller) =>
  service.post("/api/passkeys", await createPasskey(as), { as });

const undo = (token: string) => service.post("/api/second-factor/undo", { token });

const reset = async (email: string) => {
  const token = await mailbox.token(email, "Reset your password");
  return service.post("/api/password/reset", { token, password: next });
};

describe("the emailed link that removes a new factor", () => {
  it("gives the account back to its owner after a thief has turned on two-step sign-in", async () => {
    const { username, email, as: owner, device, logIn } = await registered();
    const { as: thief } = await enroll(service, callerIn(await logIn()));
    expect((await addPasskey(thief)).status).toBe(201);
    const token = await mailbox.token(email, appSubject);
    expect(await undo(token)).toMatchObject({ status: 200, body: { email } });
    for (const as of [owner, thief])
      expect((await service.get("/api/sessions", { as })).body).toEqual({ sessions: [] });
    expect(await logIn(password, device)).toMatchObject({
      status: 401,
      body: { code: "login.failed" },
    });
    expect(await undo(token), "the link works once").toMatchObject({
      status: 400,
      body: { code: "link.invalid" },
    });
    expect((await reset(email)).status).toBe(204);
    const answer = await logIn(next);
    expect(answer).toMatchObject({ status: 200, body: { username } });
    const as = callerIn(answer);
    expect((await service.get("/api/second-factor", { as })).body).toEqual({
      secondFactor: null,
      passkeys: [],
    });
    await eventually(async () => {
      const { body } = await service.get("/api/security-events", { as });
      const actions = securityEventsResponseSchema.parse(body).events.map(({ action }) => action);
      expect(actions).toContain("second-factor-undo");
    });
  });

  it("still works after a reset of the password, which asks for the thief's code", async () => {
    const { email, logIn } = await registered();
    await enroll(service, callerIn(await logIn()));
    const token = await mailbox.token(email, appSubject);
    await service.post("/api/password/forgot", { email });
    expect((await reset(email)).status).toBe(204);
    expect(await logIn(next)).toMatchObject({ body: { code: "second_factor_required" } });
    expect((await undo(token)).status).toBe(200);
  });

  it("removes a thief's passkey, too", async () => {
    const { email, as } = await registered();
    expect((await addPasskey(as)).status).toBe(201);
    expect((await undo(await mailbox.token(email, passkeySubject))).status).toBe(200);
  });

  it("is neither sent to an unverified address nor about a passkey beside an app", async () => {
    const unverified = await registered({ isVerified: false });
    await enroll(service, unverified.as);
    expect((await mailbox.mail(unverified.email, appSubject)).text).not.toContain(undoLink);
    const enrolled = await registered();
    const { as } = await enroll(service, enrolled.as);
    expect((await mailbox.mail(enrolled.email, appSubject)).text).toContain(undoLink);
    expect((await addPasskey(as)).status).toBe(201);
    expect((await mailbox.mail(enrolled.email, passkeySubject)).text).not.toContain(undoLink);
  });
});

it("adds no passkey of a session whose challenge is from before a reset of the password", async () => {
  const { email, as, logIn } = await registered();
  const passkey = await createPasskey(as);
  await service.post("/api/password/forgot", { email });
  expect((await reset(email)).status).toBe(204);
  const late = await service.post("/api/passkeys", passkey, { as });
  expect(late).toMatchObject({ status: 400, body: { code: "passkey_refused" } });
  const owner = callerIn(await logIn(next));
  expect((await service.get("/api/second-factor", { as: owner })).body).toMatchObject({
    passkeys: [],
  });
});

it("changes no address by a link from before two-step sign-in was turned on", async () => {
  const { email, as, logIn } = await registered();
  const thief = callerIn(await logIn());
  const thiefsEmail = `thief-of-${email}`;
  const change = { currentPassword: password, email: thiefsEmail };
  expect((await service.patch("/api/user", change, { as: thief })).status).toBe(200);
  const token = await mailbox.token(thiefsEmail, "Please verify your email address");
  const { as: owner } = await enroll(service, as);
  expect(await service.post("/api/email/verify", { token })).toMatchObject({
    status: 400,
    body: { code: "link.invalid" },
  });
  const { body } = await service.get("/api/user", { as: owner });
  expect(body).toMatchObject({ email, emailVerified: true });
  expect(body).not.toHaveProperty("newEmail");
});
