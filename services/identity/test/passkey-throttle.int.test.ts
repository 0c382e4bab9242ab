import type { PasskeyCreation, PasskeyRequest } from "@orbline/proto/http/identity/passkeys";
import { afterAll, beforeAll, expect, it } from "vitest";
import { failLogins } from "./failed-logins.ts";
import { callerIn, newName, password, startService } from "./service.ts";
import { softwareAuthenticator } from "./software-authenticator.ts";

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const register = (username: string) => service.post("/api/register", { username, password });

it("does not let a passkey clear the failed logins of the account that its id names", async () => {
  const victim = "victim-of-a-passkey-id-1";
  expect((await register(victim)).status).toBe(201);
  const guess = () => service.post("/api/login", { username: victim, password: "Wrong-horse-1" });
  await failLogins(victim, 10);
  expect((await guess()).status).toBe(401);
  expect(Number((await guess()).headers.get("retry-after"))).toBeGreaterThan(12);

  const device = softwareAuthenticator(Buffer.from(victim, "base64url"));
  expect(device.id).toBe(victim);
  const as = callerIn(await register(newName()));
  const options = (await service.post("/api/passkeys/options", {}, { as })).body as PasskeyCreation;
  const add = { name: "Mine", credential: device.create(options) };
  expect((await service.post("/api/passkeys", add, { as })).status).toBe(201);
  const challenge = await service.post("/api/passkeys/challenge", {});
  const headers = { cookie: challenge.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const use = { credential: device.get(challenge.body as PasskeyRequest) };
  expect((await service.post("/api/passkeys/sign-in", use, { headers })).status).toBe(200);

  expect((await guess()).status).toBe(429);
});

it("lets nobody slow down a passkey by failed logins with the name of its counter", async () => {
  const device = softwareAuthenticator();
  const as = callerIn(await register(newName()));
  const options = (await service.post("/api/passkeys/options", {}, { as })).body as PasskeyCreation;
  const add = { name: "Mine", credential: device.create(options) };
  expect((await service.post("/api/passkeys", add, { as })).status).toBe(201);
  const login = { username: ` passkey ${device.id}`, password: "Wrong-horse-1" };
  for (let guess = 0; guess < 7; guess += 1) await service.post("/api/login", login);
  expect((await service.post("/api/login", login)).status).toBe(429);
  const challenge = await service.post("/api/passkeys/challenge", {});
  const headers = { cookie: challenge.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const use = { credential: device.get(challenge.body as PasskeyRequest) };
  expect((await service.post("/api/passkeys/sign-in", use, { headers })).status).toBe(200);
});
