import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import { freePort } from "@orbline/engines/ports";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { billingProcess } from "./billing-process.ts";
import { buyers } from "./buyers.ts";
import { orderedWebhooks, planOf, setOrder } from "./ordered-webhooks.ts";
import { readStates } from "./states.ts";
import { adminGrpc, newName, pay, startSurroundings, user } from "./service.ts";

const buyersAtOnce = 4;
/** Each buyer pays twice. */
const leastBuyers = Number(process.env["BUYERS"] ?? 8);
const leastKills = Number(process.env["KILLS"] ?? 3);
const mostKills = Math.max(8, leastKills);

type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;
let surroundings: Surroundings;
let system: Pick<Surroundings, "env" | "sandbox"> & {
  billing: { port: number; grpcPort: number };
  grpc: ReturnType<typeof adminGrpc>;
};
let child: ReturnType<typeof billingProcess>;
let connection: Connection;
let states: Awaited<ReturnType<typeof readStates>>;
let webhooks: Awaited<ReturnType<typeof orderedWebhooks>>;

beforeAll(async () => {
  surroundings = await startSurroundings();
  const billing = { port: await freePort(), grpcPort: Number(surroundings.env["GRPC_PORT"]) };
  const env: Record<string, string> = {
    ...surroundings.env,
    PORT: String(billing.port),
    CHECKOUT_PATIENCE_SECONDS: "5",
  };
  const { sandbox } = surroundings;
  sandbox.control.setWebhookUrl(`http://127.0.0.1:${billing.port}/api/webhooks/stripe`);
  system = { env, sandbox, billing, grpc: adminGrpc(billing.grpcPort) };
  child = billingProcess(env);
  await child.start();
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: env["MONGO_URL"] ?? "", logger });
  states = await readStates();
  webhooks = await orderedWebhooks(system);
});
afterAll(async () => {
  await webhooks.stop();
  await child.stop();
  system.grpc.close();
  await states.close();
  await connection.close();
  await surroundings.stop();
});

const { signUp, checkout, verify, statusOf, askProvider, atProvider, customerOf } = buyers(
  () => system,
);

/** Repeats a request like a buyer's browser until it succeeds. */
const insist = <T>(attempt: () => Promise<T>) =>
  eventually(attempt, { timeoutMs: 180_000, everyMs: 50 });

const mustBe = (isTrue: boolean | undefined, what: string) => {
  if (!isTrue) throw new Error(what);
};

/**
 * Signs up, opens two pages while the first one cannot be closed, and pays both. The orders of events take turns, and
 * so do the events that arrive behind all others.
 */
const buyTwice = async (plan: string, index: number) => {
  const name = newName();
  const first = await insist(async () => {
    const bought = await signUp({ name, plan });
    mustBe(bought.success, "no page");
    return bought;
  });
  const second = await insist(async () => {
    const { body } = await checkout(first.userId, plan);
    mustBe(body.success, "no second page");
    return body;
  });
  const { order, late } = planOf(index);
  const session = await askProvider<{ customer: string }>(`checkout/sessions/${first.sessionId}`);
  webhooks.delay(session.customer, late);
  setOrder(system.sandbox, order);
  expect((await pay(first.checkoutUrl, name)).status).toBe(303);
  expect((await pay(second.checkoutUrl ?? "", name)).status).toBe(303);
  const results = await insist(async () => {
    const answers = await Promise.all(
      [first.sessionId, second.sessionId ?? ""].map((id) => verify(id, user(first.userId))),
    );
    mustBe(answers.filter(({ success }) => success).length === 1, "not confirmed");
    return answers;
  });
  return { userId: first.userId, plan, results };
};

/** Kills the process repeatedly until stopped. On a slow machine the process runs longer between two kills. */
const startKilling = () => {
  let kills = 0;
  const stopped = new AbortController();
  const kill = async () => {
    let startMs = 0;
    while (!stopped.signal.aborted && kills < mostKills) {
      await sleep(50 + Math.random() * Math.max(950, 2 * (startMs - 1_000)));
      await child.kill();
      kills += 1;
      const begunAt = Date.now();
      await child.start();
      startMs = Date.now() - begunAt;
    }
  };
  const killing = kill();
  return {
    kills: () => kills,
    stop: async () => {
      stopped.abort();
      await killing;
    },
  };
};

const count = (collection: string, filter: object) =>
  connection.collection(collection).countDocuments(filter);

type Charge = { paid: boolean; amount: number; amount_refunded: number };
const prices: Record<string, number> = { monthly: 1_999, annual: 21_589, lifetime: 24_900 };

const settled = async ({ userId, plan }: { userId: string; plan: string }) => {
  const customer = await customerOf(userId);
  const charges = await atProvider<Charge>(`charges?customer=${customer}&limit=100`);
  const kept = charges.filter(({ paid }) => paid);
  const cents = kept.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
  expect([plan, cents]).toEqual([plan, prices[plan] ?? 0]);
  const live = await atProvider<{ id: string }>(`subscriptions?customer=${customer}`);
  expect(live).toHaveLength(plan === "lifetime" ? 0 : 1);
  expect((await statusOf(userId)).plan).toBe(plan);
  expect(states.of(userId).at(-1)).toMatchObject({ entitled: true, plan });
};

it(`leaves every buyer one payment and the bought plan after random kills during ${leastBuyers * 2} payments`, async () => {
  system.sandbox.control.failNext({
    method: "POST",
    path: "/v1/checkout/sessions/*/expire",
    times: 1_000,
  });
  const { kills, stop } = startKilling();
  const stopDelivering = webhooks.keepDelivering();
  const plans = ["monthly", "annual", "lifetime", "monthly", "trial"];
  const bought: Awaited<ReturnType<typeof buyTwice>>[] = [];
  let begun = 0;
  /** Adds buyers until there were enough kills. */
  const buyOneByOne = async () => {
    while (begun < leastBuyers || kills() < leastKills) {
      const index = begun;
      begun += 1;
      bought.push(await buyTwice(plans[index % plans.length] ?? "", index));
    }
  };
  await Promise.all(Array.from({ length: buyersAtOnce }, buyOneByOne));
  await stop();
  await stopDelivering();
  await webhooks.deliverLate();

  await eventually(
    async () => {
      for (const collection of ["subscriptions", "payments"])
        expect(await count(collection, { effectsDueAt: { $exists: true } })).toBe(0);
      expect(await count("webhook_inbox", { dueAt: { $exists: true } })).toBe(0);
      expect(await count("subscriptions", { pendingAt: { $exists: true } })).toBe(0);
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
  for (const buyer of bought) await eventually(() => settled(buyer));
  process.stdout.write(`${bought.length * 2} payments, ${kills()} kills\n`);
}, 1_800_000);
