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
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import type { Connection } from "mongoose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeServices } from "./fake-services.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, newName, password, sessionIn, startService } from "./service.ts";

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

/** A new account with a second factor, which was turned on with the code of the step before. */
const enrolled = async () => {
  const username = newName();
  const account = { username, password, email: `${username}@example.com` };
  const first = callerIn(await service.post("/api/register", account));
  const { secret, enrollment } = await beginEnrollment(first);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const body = { enrollment, code: codeIn(-1) };
  const answer = await service.post("/api/second-factor", body, { as: first });
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
    const seen = events.map(({ action, reason, count }) => [action, reason, count]);
    expect(seen).toContainEqual(["second-factor-on", null, 1]);
    expect(seen).toContainEqual(["recovery-code", null, 1]);
    expect(seen).toContainEqual(["sign-in", "second_factor_incorrect", 2]);
    expect(seen.filter(([, reason]) => reason === "second_factor_required")).toEqual([]);
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
