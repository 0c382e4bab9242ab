import { afterAll, beforeAll, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { startFakeAccounts } from "./fake-accounts.ts";
import { startSystem, type System } from "./service.ts";

let accounts: Awaited<ReturnType<typeof startFakeAccounts>>;
let system: System;
beforeAll(async () => {
  accounts = await startFakeAccounts({ delayMs: 1_500, signUpMs: 6_000 });
  system = await startSystem({ IDENTITY_GRPC: accounts.address });
});
afterAll(async () => {
  await system.stop();
  await accounts.close();
});

it("opens a page and grants days while identity needs more than a second for an account", async () => {
  const { checkout } = buyers(() => system);
  const userId = "usr_of_busy_identity";
  const grant = { userId, durationDays: 7, commandId: "grant_busy" };
  const [{ body }, { subscription }] = await Promise.all([
    checkout(userId, "monthly"),
    system.grpc.ActivateSubscription(grant),
  ]);
  expect(body).toMatchObject({ success: true });
  expect(subscription).toMatchObject({ status: "active" });
});

it("opens a page for a new account whose password takes more than five seconds to hash", async () => {
  const { signUp } = buyers(() => system);
  expect(await signUp({ name: "usr_of_slow_hash" })).toMatchObject({ success: true });
});
