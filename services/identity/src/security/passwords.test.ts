import { beforeAll, expect, it } from "vitest";
import type { Passwords } from "../use-cases/ports.ts";
import { argon2Passwords, passwordCost } from "./passwords.ts";

let passwords: Passwords;
beforeAll(async () => {
  passwords = await argon2Passwords();
});

it("hashes with argon2id and the parameters that OWASP recommends", async () => {
  const [, kind, version, parameters] = (await passwords.hash("Correct-horse-1")).split("$");
  expect([kind, version]).toEqual(["argon2id", "v=19"]);
  expect(parameters?.split(",")).toEqual(expect.arrayContaining(["m=19456", "t=2", "p=1"]));
});

it("accepts the right password only", async () => {
  const hash = await passwords.hash("Correct-horse-1");
  expect(await passwords.check("Correct-horse-1", hash)).toEqual({
    matches: true,
    outdated: false,
  });
  expect((await passwords.check("correct-horse-1", hash)).matches).toBe(false);
  expect((await passwords.check("Correct-horse-1", undefined)).matches).toBe(false);
});

it("reports a hash with other parameters as outdated for the right password only", async () => {
  const weaker = await argon2Passwords({ cost: { ...passwordCost, memoryCost: 8_192 } });
  const hash = await weaker.hash("Correct-horse-1");
  expect(await passwords.check("Correct-horse-1", hash)).toEqual({ matches: true, outdated: true });
  expect((await passwords.check("wrong", hash)).outdated).toBe(false);
});

it("refuses the 23rd concurrent check while two run and twenty wait", async () => {
  const cheap = await argon2Passwords({ cost: { ...passwordCost, memoryCost: 1_024 } });
  const hash = await cheap.hash("Correct-horse-1");
  const checks = Array.from({ length: 23 }, () => cheap.check("wrong", hash));
  const results = await Promise.allSettled(checks);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ reason: { kind: "unavailable", retryAfterSeconds: 1 } });
});
