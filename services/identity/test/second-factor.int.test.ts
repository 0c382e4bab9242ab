import { hashSecret } from "@orbline/kit/http/cookies";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis, type Redis } from "@orbline/kit/redis/connection";
import { sessionKey } from "@orbline/kit/redis/sessions";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { userExportSchema } from "@orbline/proto/http/identity/account";
import {
  enrollmentResponseSchema,
  recoveryCodesResponseSchema,
  secondFactorResponseSchema,
} from "@orbline/proto/http/identity/second-factor";
import {
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeySchema,
} from "@orbline/proto/http/identity/passkeys";
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import type { Connection } from "mongoose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeServices } from "./fake-services.ts";
import { startMailbox } from "./mailbox.ts";
import {
  callerIn,
  kill,
  newName,
  password,
  sessionIn,
  startProcess,
  startService,
} from "./service.ts";
import { type SoftwareAuthenticator, softwareAuthenticator } from "./software-authenticator.ts";

const silent = createLogger({ service: "test", level: "silent" });
let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;
let connection: Connection;
let redis: Redis;

beforeAll(async () => {
  [mailbox, fakes, connection, redis] = await Promise.all([
    startMailbox(),
    startFakeServices(),
    connectMongo({ url: testEngines().mongoUrl, logger: silent }),
    connectRedis({ url: testEngines().redisUrl, logger: silent }),
  ]);
  service = await startService({ SMTP_URL: mailbox.smtpUrl, ...fakes.env });
});
afterAll(async () => {
  await service.stop();
  await connection.close();
  redis.destroy();
  await fakes.close();
  await mailbox.close();
});

const patience = { timeout: 60_000 };

const beginEnrollment = async (as: ReturnType<typeof callerIn>) => {
  const { body } = await service.post("/api/second-factor/enroll", { password }, { as });
  return enrollmentResponseSchema.strict().parse(body);
};

/** The stored record of a session; empty once it has ended. */
const recordOf = async (sessionId: string) =>
  JSON.parse((await redis.get(sessionKey(sessionId))) ?? "{}") as Record<string, unknown>;

/** A caller whose last proof is too old. */
const stale = (as: ReturnType<typeof callerIn>) => ({
  ...as,
  provenAtMs: Date.now() - 11 * 60_000,
});

/** A new account with a second factor, which was turned on with the code of the step before. */
const enrolled = async () => {
  const username = newName();
  const account = { username, password, email: `${username}@example.com` };
  const first = callerIn(await service.post("/api/register", account));
  const { secret, enrollment } = await beginEnrollment(first);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const turnOn = () =>
    service.post("/api/second-factor", { enrollment, code: codeIn(-1) }, { as: first });
  let answer = await turnOn();
  // The code of the step before is too old if the current step ends during the request.
  if (answer.status === 400) answer = await turnOn();
  expect(answer.status).toBe(200);
  const { recoveryCodes } = recoveryCodesResponseSchema.strict().parse(answer.body);
  const as = { ...first, sessionId: hashSecret(sessionIn(answer)) };
  const logIn = (code?: string) =>
    service.post("/api/login", { username, password, ...(code !== undefined && { code }) });
  return { ...account, first, as, secret, codeIn, recoveryCodes, logIn };
};

it("signs in with the password and a code, each code once", patience, async () => {
  const { codeIn, logIn, username } = await enrolled();
  const firstStep = await logIn();
  expect(firstStep).toMatchObject({
    status: 401,
    body: { code: "second_factor_required", issues: [{ path: "code" }] },
  });
  expect(firstStep.headers.getSetCookie()).toEqual([]);
  const code = codeIn(0);
  expect(await logIn(code)).toMatchObject({ status: 200, body: { username } });
  const again = await logIn(code);
  expect(again).toMatchObject({ status: 401, body: { code: "second_factor_incorrect" } });
  expect((await logIn(codeIn(1))).status).toBe(200);
});

it("ends the sessions that the password alone has opened", patience, async () => {
  const { first, as } = await enrolled();
  const { body } = await service.get("/api/sessions", { as });
  expect(body).toMatchObject({ sessions: [{ id: as.sessionId }] });
  expect(as.sessionId).not.toBe(first.sessionId);
});

it("slows down guesses of the code", patience, async () => {
  const { logIn } = await enrolled();
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await logIn("000000")).status).toBe(401);
  await eventually(async () => expect((await logIn("000000")).status).toBe(429));
});

it("records wrong codes and used recovery codes, and mails the owner", patience, async () => {
  const { as, email, logIn, recoveryCodes } = await enrolled();
  await logIn("000000");
  expect((await logIn(recoveryCodes[0]?.toUpperCase())).status).toBe(200);
  expect((await logIn(recoveryCodes[0])).status).toBe(401);
  await eventually(async () => {
    const { body } = await service.get("/api/security-events", { as });
    const { events } = securityEventsResponseSchema.parse(body);
    // One event counts the refusals of an hour, which may end between two of them.
    const seen = events.flatMap(({ action, reason, count }) =>
      Array.from({ length: count }, () => `${action} ${reason}`),
    );
    for (const once of ["second-factor-on null", "recovery-code null"])
      expect(seen.filter((one) => one === once)).toHaveLength(1);
    expect(seen.filter((one) => one === "sign-in second_factor_incorrect")).toHaveLength(2);
    expect(seen.filter((one) => one.endsWith("second_factor_required"))).toEqual([]);
  });
  await mailbox.mail(email, "Two-step sign-in is on");
  await mailbox.mail(email, "A recovery code was used");
});

it("gives an admin the rights of an admin only once it is on", patience, async () => {
  const username = newName();
  const { userId } = callerIn(await service.post("/api/register", { username, password }));
  const users = connection.collection<{ _id: string; role: string }>("users");
  await users.updateOne({ _id: userId }, { $set: { role: "admin" } });
  const first = callerIn(await service.post("/api/login", { username, password }));
  expect(await recordOf(first.sessionId)).toMatchObject({ role: "unenrolled" });
  const { secret, enrollment } = await beginEnrollment(first);
  const body = { enrollment, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  const answer = await service.post("/api/second-factor", body, { as: first });
  expect(await recordOf(hashSecret(sessionIn(answer)))).toMatchObject({ role: "dashboard" });
  expect(await recordOf(first.sessionId)).toEqual({});
});

it("renews the proof of a session by the password and a code", patience, async () => {
  const { as, codeIn } = await enrolled();
  const provenAtMs = async () => Number((await recordOf(as.sessionId))["provenAtMs"]);
  const before = await provenAtMs();
  const prove = (body: object) => service.post("/api/proof", body, { as });
  for (const [body, code] of [
    [{ password: "wrong-password-1" }, "password.incorrect"],
    [{ password }, "second_factor_required"],
    [{ password, code: "000000" }, "second_factor_incorrect"],
  ] as const)
    expect(await prove(body)).toMatchObject({ status: 400, body: { code } });
  expect(await provenAtMs()).toBe(before);
  expect((await prove({ password, code: codeIn(0) })).status).toBe(204);
  expect(await provenAtMs()).toBeGreaterThan(before);
});

it("is turned off by the password and a code", patience, async () => {
  const { as, email, codeIn, logIn } = await enrolled();
  const off = (body: object) => service.post("/api/second-factor/remove", body, { as });
  expect(await off({ password })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "code" }] },
  });
  expect(await off({ password, code: "000000" })).toMatchObject({
    status: 400,
    body: { code: "second_factor_incorrect" },
  });
  const removed = await off({ password, code: codeIn(0) });
  expect(removed.status).toBe(204);
  expect(sessionIn(removed)).not.toBe("");
  expect((await logIn()).status).toBe(200);
  await mailbox.mail(email, "Two-step sign-in is off");
});

it(
  "stores the secret encrypted and recovery codes as hashes, and exports neither",
  patience,
  async () => {
    const { as, secret, recoveryCodes } = await enrolled();
    const users = connection.collection<{ _id: string }>("users");
    const stored = JSON.stringify(await users.findOne({ _id: as.userId }));
    const exported = (await service.get("/api/user/export", { as })).body;
    const { identity } = userExportSchema.parse(exported);
    expect(identity["account"]).toMatchObject({ secondFactor: { recoveryCodesLeft: 10 } });
    const { body } = await service.get("/api/second-factor", { as });
    expect(secondFactorResponseSchema.strict().parse(body).secondFactor?.recoveryCodesLeft).toBe(
      10,
    );
    const sealed = /"sealedSecret":"([^"]+)"/.exec(stored)?.[1] ?? "";
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
    for (const text of [secret, ...recoveryCodes, sealed])
      expect(JSON.stringify(exported)).not.toContain(text);
  },
);

it("replaces the recovery codes after a recent proof, and mails the owner", patience, async () => {
  const { as, email, recoveryCodes, logIn } = await enrolled();
  const path = "/api/second-factor/recovery-codes";
  expect(await service.post(path, {}, { as: stale(as) })).toMatchObject({
    status: 403,
    body: { code: "proof_required" },
  });
  const { body } = await service.post(path, {}, { as: as });
  const renewed = recoveryCodesResponseSchema.strict().parse(body).recoveryCodes;
  expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
  expect((await logIn(recoveryCodes[0])).status).toBe(401);
  expect((await logIn(renewed[0])).status).toBe(200);
  await mailbox.mail(email, "You have new recovery codes");
});

/** A new account with an email address. */
const registered = async () => {
  const username = newName();
  const account = { username, password, email: `${username}@example.com` };
  return { ...account, as: callerIn(await service.post("/api/register", account)) };
};

/** Sends a new passkey of a device. */
const addPasskey = async (
  as: ReturnType<typeof callerIn>,
  device: SoftwareAuthenticator,
  faults?: Parameters<SoftwareAuthenticator["create"]>[1],
) => {
  const { body } = await service.post("/api/passkeys/options", {}, { as });
  const credential = device.create(passkeyCreationSchema.strict().parse(body), faults);
  return service.post("/api/passkeys", { name: "My phone", credential }, { as });
};

/** A new account with one passkey. */
const withPasskey = async () => {
  const account = await registered();
  const device = softwareAuthenticator();
  const answer = await addPasskey(account.as, device);
  expect(answer.status).toBe(201);
  expect(passkeySchema.strict().parse(answer.body)).toMatchObject({ id: device.id });
  return { ...account, device };
};

/** A challenge, and the cookie of the browser that got it. */
const getChallenge = async (from: Pick<typeof service, "post"> = service) => {
  const answer = await from.post("/api/passkeys/challenge", {});
  const [cookie = ""] = answer.headers.getSetCookie();
  const options = passkeyRequestSchema.strict().parse(answer.body);
  return { options, headers: { cookie: cookie.split(";")[0] ?? "" } };
};

const signIn = async (
  device: SoftwareAuthenticator,
  faults?: Parameters<SoftwareAuthenticator["get"]>[1],
) => {
  const { options, headers } = await getChallenge();
  const body = { credential: device.get(options, faults) };
  return service.post("/api/passkeys/sign-in", body, { headers });
};

const passkeysOf = async (as: ReturnType<typeof callerIn>) => {
  const { body } = await service.get("/api/second-factor", { as });
  return secondFactorResponseSchema.strict().parse(body).passkeys;
};

const makeAdmin = async (userId: string) => {
  const users = connection.collection<{ _id: string; role: string }>("users");
  await users.updateOne({ _id: userId }, { $set: { role: "admin" } });
};

const refused = { body: { code: "passkey_refused" } };

describe("a passkey", () => {
  it("signs in without a password, and tells its owner when it was used", patience, async () => {
    const { as, device, email, username } = await withPasskey();
    expect((await passkeysOf(as))[0]).toMatchObject({ name: "My phone", lastUsedAt: null });
    const answer = await signIn(device);
    expect(answer).toMatchObject({ status: 200, body: { username } });
    expect((await recordOf(hashSecret(sessionIn(answer))))["userId"]).toBe(as.userId);
    expect((await passkeysOf(as))[0]?.lastUsedAt).not.toBeNull();
    await mailbox.mail(email, "A passkey was added to your account");
    await eventually(async () => {
      const { body } = await service.get("/api/security-events", { as });
      const actions = securityEventsResponseSchema.parse(body).events.map(({ action }) => action);
      expect(actions).toEqual(expect.arrayContaining(["passkey-add", "sign-in"]));
    });
  });

  it("is refused when its response is sent again, and in another browser", patience, async () => {
    const { device } = await withPasskey();
    const [own, other] = await Promise.all([getChallenge(), getChallenge()]);
    const send = (credential: object, { headers }: Pick<typeof own, "headers">) =>
      service.post("/api/passkeys/sign-in", { credential }, { headers });
    expect(await send(device.get(own.options), other)).toMatchObject({ status: 401, ...refused });
    // That has used up the challenge of the first browser.
    expect(await send(device.get(own.options), own)).toMatchObject({ status: 401, ...refused });
    const response = device.get(other.options);
    expect((await send(response, other)).status).toBe(200);
    const replayed = await send(response, other);
    expect(replayed).toMatchObject({ status: 401, ...refused });
    expect(replayed.headers.getSetCookie()).toEqual([]);
  });

  it(
    "is accepted once when the same response is sent twice at the same time",
    patience,
    async () => {
      const { device } = await withPasskey();
      const { options, headers } = await getChallenge();
      const body = { credential: device.get(options) };
      const send = () => service.post("/api/passkeys/sign-in", body, { headers });
      const answers = await Promise.all([send(), send(), send()]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    },
  );

  it.each([
    ["for another origin", { origin: "https://orbline.test.evil.example" }],
    ["for another domain", { rpId: "evil.example" }],
    ["without a check of its user", { isVerified: false }],
    ["with a counter that did not grow", { counter: 1 }],
    ["for another account", { userHandle: Buffer.from("usr_other").toString("base64url") }],
  ])("is refused %s", patience, async (_what, faults) => {
    const { device } = await withPasskey();
    expect((await signIn(device)).status).toBe(200);
    expect(await signIn(device, faults)).toMatchObject({ status: 401, ...refused });
    expect((await signIn(device)).status).toBe(200);
  });

  it.each([
    ["for another origin", { origin: "http://orbline.test" }],
    ["for another domain", { rpId: "evil.example" }],
    ["without a check of its user", { isVerified: false }],
  ])("is not added %s", patience, async (_what, faults) => {
    const { as } = await registered();
    const answer = await addPasskey(as, softwareAuthenticator(), faults);
    expect(answer).toMatchObject({ status: 400, ...refused });
    expect(await passkeysOf(as)).toEqual([]);
  });

  it("is not added to another account or in another session", patience, async () => {
    const [one, other] = await Promise.all([registered(), registered()]);
    const { body } = await service.post("/api/passkeys/options", {}, { as: one.as });
    const credential = softwareAuthenticator().create(passkeyCreationSchema.parse(body));
    const add = { name: "Mine", credential };
    expect(await service.post("/api/passkeys", add, { as: other.as })).toMatchObject(refused);
    expect(await service.post("/api/passkeys", add, { as: one.as })).toMatchObject(refused);
    expect([...(await passkeysOf(one.as)), ...(await passkeysOf(other.as))]).toEqual([]);
  });

  it(
    "of another user neither signs in to an account nor proves its session",
    patience,
    async () => {
      const [own, other] = await Promise.all([withPasskey(), withPasskey()]);
      const handle = Buffer.from(own.as.userId).toString("base64url");
      expect((await signIn(other.device, { userHandle: handle })).status).toBe(401);
      const before = await recordOf(own.as.sessionId);
      const prove = async (device: SoftwareAuthenticator, userHandle?: string) => {
        const { options, headers } = await getChallenge();
        const credential = device.get(options, userHandle === undefined ? {} : { userHandle });
        return service.post("/api/proof/passkey", { credential }, { as: own.as, headers });
      };
      for (const userHandle of [undefined, handle])
        expect(await prove(other.device, userHandle)).toMatchObject({ status: 400, ...refused });
      expect(await recordOf(own.as.sessionId)).toEqual(before);
      expect((await prove(own.device)).status).toBe(204);
      const after = await recordOf(own.as.sessionId);
      expect(Number(after["provenAtMs"])).toBeGreaterThan(Number(before["provenAtMs"]));
    },
  );

  it("is renamed by its owner only", patience, async () => {
    const [{ as, device }, other] = await Promise.all([withPasskey(), registered()]);
    const rename = { id: device.id, name: " Jo's laptop " };
    const path = "/api/passkeys/rename";
    expect(await service.post(path, rename, { as })).toMatchObject({
      status: 200,
      body: { id: device.id, name: "Jo's laptop" },
    });
    expect((await service.post(path, rename, { as: other.as })).status).toBe(404);
    expect((await service.post(path, { ...rename, name: " " }, { as })).status).toBe(400);
    expect(await passkeysOf(as)).toMatchObject([{ name: "Jo's laptop" }]);
    expect((await signIn(device)).status).toBe(200);
  });

  it("is added and removed only within ten minutes after a proof", patience, async () => {
    const { as, device } = await withPasskey();
    const late = { as: stale(as) };
    const needed = { status: 403, body: { code: "proof_required" } };
    const rename = { id: device.id, name: "Mine" };
    expect(await service.post("/api/passkeys/rename", rename, late)).toMatchObject(needed);
    expect(await service.post("/api/passkeys/options", {}, late)).toMatchObject(needed);
    const remove = { id: device.id };
    expect(await service.post("/api/passkeys/remove", remove, late)).toMatchObject(needed);
  });

  it(
    "no longer signs in once it is removed, which ends every other session",
    patience,
    async () => {
      const { as, device, email } = await withPasskey();
      const other = hashSecret(sessionIn(await signIn(device)));
      const remove = () => service.post("/api/passkeys/remove", { id: device.id }, { as });
      expect((await remove()).status).toBe(204);
      expect((await remove()).status).toBe(404);
      expect(await recordOf(other)).toEqual({});
      expect(await recordOf(as.sessionId)).not.toEqual({});
      expect(await signIn(device)).toMatchObject({ status: 401, ...refused });
      await mailbox.mail(email, "A passkey was removed from your account");
    },
  );

  it("is a factor of an admin, and the last one stays", patience, async () => {
    const { username, as: user } = await registered();
    await makeAdmin(user.userId);
    const as = callerIn(await service.post("/api/login", { username, password }));
    expect(await recordOf(as.sessionId)).toMatchObject({ role: "unenrolled" });
    const device = softwareAuthenticator();
    const added = await addPasskey(as, device);
    const sessionId = hashSecret(sessionIn(added));
    expect(await recordOf(sessionId)).toMatchObject({ role: "dashboard" });
    expect(await recordOf(as.sessionId)).toEqual({});
    expect(await service.post("/api/login", { username, password })).toMatchObject({
      status: 401,
      body: { code: "passkey_required" },
    });
    expect((await signIn(device)).status).toBe(200);
    const last = { status: 409, body: { code: "last_factor" } };
    const admin = { as: { ...as, sessionId } };
    expect(await service.post("/api/passkeys/remove", { id: device.id }, admin)).toMatchObject(
      last,
    );
  });

  it("lets an admin remove the app, which is otherwise the last factor", patience, async () => {
    const { as, codeIn, recoveryCodes } = await enrolled();
    await makeAdmin(as.userId);
    const off = (code = "") =>
      service.post("/api/second-factor/remove", { password, code }, { as });
    expect(await off(codeIn(0))).toMatchObject({ status: 409, body: { code: "last_factor" } });
    expect((await addPasskey(as, softwareAuthenticator())).status).toBe(201);
    expect((await off(recoveryCodes[0])).status).toBe(204);
  });

  it("is exported by its name, without its id and key", patience, async () => {
    const { as, device } = await withPasskey();
    const { body } = await service.get("/api/user/export", { as });
    const { identity } = userExportSchema.parse(body);
    expect(identity["account"]).toMatchObject({ passkeys: [{ name: "My phone" }] });
    const users = connection.collection<{ _id: string; passkeys: { publicKey: string }[] }>(
      "users",
    );
    const publicKey = (await users.findOne({ _id: as.userId }))?.passkeys[0]?.publicKey ?? "";
    expect(publicKey).not.toBe("");
    for (const text of [device.id, publicKey]) expect(JSON.stringify(body)).not.toContain(text);
  });

  it(
    "answers the challenge of a killed process, and is added at most once by a killed one",
    patience,
    async () => {
      const { as, device } = await withPasskey();
      const added = softwareAuthenticator();
      const killed = await startProcess({ ...fakes.env, SMTP_URL: mailbox.smtpUrl });
      const { options, headers } = await getChallenge(killed);
      const { body } = await killed.post("/api/passkeys/options", {}, { as });
      const creation = passkeyCreationSchema.parse(body);
      const add = { name: "Twice", credential: added.create(creation) };
      const interrupted = killed.post("/api/passkeys", add, { as }).catch(() => undefined);
      await kill(killed.child);
      await interrupted;

      const assertion = { credential: device.get(options) };
      const answer = await service.post("/api/passkeys/sign-in", assertion, { headers });
      expect(answer.status).toBe(200);
      const isStored = (await passkeysOf(as)).length === 2;
      const again = await service.post("/api/passkeys", add, { as });
      expect(isStored ? again.status : 400).toBe(400);
      if ((await passkeysOf(as)).length === 1) await addPasskey(as, added);
      expect((await passkeysOf(as)).map(({ id }) => id)).toEqual([device.id, added.id]);
      expect((await signIn(added)).status).toBe(200);
    },
  );
});
