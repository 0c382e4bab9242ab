import { hashSecret } from "@orbline/kit/http/cookies";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import type { PasskeyCreation } from "@orbline/proto/http/identity/passkeys";
import { enrollmentResponseSchema } from "@orbline/proto/http/identity/second-factor";
import type { Connection } from "mongoose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callerIn, newName, password, sessionIn, startService } from "./service.ts";
import { softwareAuthenticator } from "./software-authenticator.ts";

const logger = createLogger({ service: "test", level: "silent" });
let service: Awaited<ReturnType<typeof startService>>;
let connection: Connection;
beforeAll(async () => {
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await connection.close();
});

it("adds an app to the passkey of an admin only after a recent proof of the session", async () => {
  const username = newName();
  const { userId } = callerIn(await service.post("/api/register", { username, password }));
  const users = connection.collection<{ _id: string; role: string }>("users");
  await users.updateOne({ _id: userId }, { $set: { role: "admin" } });
  const first = callerIn(await service.post("/api/login", { username, password }));
  const { body } = await service.post("/api/passkeys/options", {}, { as: first });
  const credential = softwareAuthenticator().create(body as PasskeyCreation);
  const add = { name: "My phone", credential };
  const added = await service.post("/api/passkeys", add, { as: first });
  const as = { ...first, sessionId: hashSecret(sessionIn(added)) };

  const enroll = (provenAtMs: number) =>
    service.post("/api/second-factor/enroll", { password }, { as: { ...as, provenAtMs } });
  expect(await enroll(Date.now() - 11 * 60_000)).toMatchObject({
    status: 403,
    body: { code: "proof_required" },
  });
  expect((await enroll(Date.now())).status).toBe(200);
});

it("lets nobody change or delete an account with two-step sign-in by a stolen session and the password", async () => {
  const username = newName();
  const account = { username, password, email: `${username}@example.com` };
  const first = callerIn(await service.post("/api/register", account));
  const begun = await service.post("/api/second-factor/enroll", { password }, { as: first });
  const { secret, enrollment } = enrollmentResponseSchema.parse(begun.body);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const on = await service.post("/api/second-factor", { enrollment, code }, { as: first });
  const as = { ...first, sessionId: hashSecret(sessionIn(on)) };

  const changes = (caller: typeof as) =>
    Promise.all([
      service.patch(
        "/api/user",
        { currentPassword: password, phone: "5551234567" },
        { as: caller },
      ),
      service.post(
        "/api/password",
        { currentPassword: password, newPassword: password },
        { as: caller },
      ),
      service.post("/api/user/delete", { password: "Not-this-one-1" }, { as: caller }),
    ]);
  for (const refused of await changes({ ...as, provenAtMs: Date.now() - 11 * 60_000 }))
    expect(refused).toMatchObject({ status: 403, body: { code: "proof_required" } });
  const statuses = (await changes({ ...as, provenAtMs: Date.now() })).map(({ status }) => status);
  expect(statuses).toEqual([200, 400, 400]);
});
