import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { billingProcess, type CrashPoint } from "./billing-process.ts";
import { buyers } from "./buyers.ts";
import { selfExclusions } from "./self-exclusions.ts";
import { accountsGrpc, adminGrpc, startFakes } from "./service.ts";

const until = new Date(Date.now() + 200 * 86_400_000);
const patient = { timeoutMs: 60_000, everyMs: 100 };

type Fakes = Awaited<ReturnType<typeof startFakes>>;
let system: Fakes & { grpc: ReturnType<typeof adminGrpc> };
let accounts: ReturnType<typeof accountsGrpc>;
let child: ReturnType<typeof billingProcess>;
let published: Awaited<ReturnType<typeof selfExclusions>>;
beforeAll(async () => {
  const fakes = await startFakes();
  // Interrupted effects are repeated after this time.
  const env = { ...fakes.env, CHECKOUT_PATIENCE_SECONDS: "4" };
  system = { ...fakes, env, grpc: adminGrpc(fakes.billing.grpcPort) };
  accounts = accountsGrpc(fakes.billing.grpcPort);
  child = billingProcess(env);
  await child.start();
  published = await selfExclusions();
});
afterAll(async () => {
  await published.close();
  await child.stop();
  accounts.close();
  system.grpc.close();
  await system.stop();
});

const { checkout, guestCheckout } = buyers(() => system);

let people = 0;
const newAccount = () => {
  const userId = `usr_kill_${(people += 1)}`;
  const email = `${userId}@example.com`;
  system.emails.set(userId, email);
  return { userId, email };
};

const crashAt = async (point: CrashPoint, act: () => Promise<unknown>) => {
  const { crashed } = await child.crashAt(point);
  const acting = act().catch(() => undefined);
  await crashed;
  await child.start();
  await acting;
};

/** Identity repeats the call until the erasure is complete. */
const erase = (userId: string) =>
  eventually(
    async () => expect(await accounts.EraseUser({ userId })).toEqual({ done: true }),
    patient,
  );

const isRefused = async (email: string) =>
  expect((await guestCheckout(email)).message).toMatch(
    /^We cannot sell a plan with this email address\./,
  );

const points: CrashPoint[] = [
  { when: "before", call: "subscriptions.update" },
  { when: "after", call: "subscriptions.update" },
  { when: "before", call: "excludedAddresses.add" },
  { when: "after", call: "excludedAddresses.add" },
];

it.each(points)(
  "keeps the self-exclusion of a deleted user after a crash $when $call",
  async (point) => {
    const { userId, email } = newAccount();
    await published.exclude(userId, 1, until);
    await eventually(
      async () =>
        expect((await checkout(userId, "monthly")).body.error).toMatch(/^You have excluded/),
      patient,
    );
    await crashAt(point, () => accounts.EraseUser({ userId }));
    await erase(userId);
    system.emails.delete(userId);
    await eventually(() => isRefused(email), patient);
  },
  120_000,
);

it.each(points)(
  "keeps a self-exclusion that is reported after the deletion, after a crash $when $call",
  async (point) => {
    const { userId, email } = newAccount();
    await erase(userId);
    system.emails.delete(userId);
    await crashAt(point, () => published.exclude(userId, 1, until));
    await eventually(() => isRefused(email), patient);
  },
  120_000,
);
