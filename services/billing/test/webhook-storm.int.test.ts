import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { CheckoutResponse } from "@orbline/proto/http/billing/checkout";
import { expect, it } from "vitest";
import { idOf } from "../src/stripe/snapshot.ts";
import { billingProcess } from "./billing-process.ts";
import { buyers } from "./buyers.ts";
import { isThorough } from "@orbline/kit/testing/depth";
import { eventReader, inParallel, providerClient } from "./provider-client.ts";
import { brokenRules, expectedAccess } from "./provider-model.ts";
import { planOf, setOrder } from "./ordered-webhooks.ts";
import { readStates } from "./states.ts";
import { adminGrpc, call, pay, startFakes, user } from "./service.ts";
import { deliverAll, genuineAmong, type Webhook, webhooksOf } from "./storm-deliveries.ts";
import {
  type Buyer,
  chargesOf,
  eventTypes,
  happen,
  accessHeldBy,
  sampleActs,
} from "./storm-lives.ts";

/** A small storm with all kinds of webhooks; a full one has 10,000. */
const count = Number(process.env["WEBHOOKS"] ?? 150);
const seed = Number(process.env["STORM_SEED"] ?? 20_261_122);
const rounds = 13;
const daysPerRound = 28.5;
/** Minimum number of events of an average life in that time. */
const eventsPerBuyer = 17;
const patient = { timeoutMs: 600_000, everyMs: 250 };

/** The provider's clock starts a year ago, so that the simulated year ends now. */
const startSystem = async (name: string) => {
  const behindMs = rounds * daysPerRound * 86_400_000;
  const fakes = await startFakes({ wallMs: () => Date.now() - behindMs });
  const env: Record<string, string> = {
    ...fakes.env,
    MONGO_URL: `${fakes.env["MONGO_URL"]}_${name}`,
    POLL_SECONDS: "86400",
    SWEEP_SECONDS: "1",
    CHECKOUT_PATIENCE_SECONDS: "5",
  };
  fakes.sandbox.control.setWebhooks({ drop: true, types: eventTypes });
  const child = billingProcess(env);
  await child.start();
  const grpc = adminGrpc(fakes.billing.grpcPort);
  const logger = createLogger({ service: "test", level: "silent" });
  const connection = await connectMongo({ url: env["MONGO_URL"] ?? "", logger });
  const states = await readStates();
  const stop = async () => {
    await child.stop();
    grpc.close();
    await states.close();
    await connection.close();
    await fakes.stop();
  };
  return {
    ...fakes,
    env,
    child,
    grpc,
    connection,
    states,
    stripe: providerClient(env),
    stop,
  };
};
type System = Awaited<ReturnType<typeof startSystem>>;

const plans = ["monthly", "trial", "monthly", "annual", "trial", "monthly", "lifetime"];

const begin = async (system: System, name: string, index: number): Promise<Buyer> => {
  const userId = `usr_${name}_${index}`;
  const body = { plan: plans[index % plans.length], affiliateCode: "partner" };
  const options = { as: user(userId), body };
  const path = "/api/create-direct-checkout";
  const { checkoutUrl = "", sessionId = "" } = await eventually(async () => {
    const answer = await call<CheckoutResponse>(system.billing.port, "POST", path, options);
    if (!answer.body.checkoutUrl) throw new Error(`no page: ${answer.status}`);
    return answer.body;
  }, patient);
  expect((await pay(checkoutUrl, userId)).status).toBe(303);
  const { customer } = await system.stripe.checkout.sessions.retrieve(sessionId);
  return { userId, customer: idOf(customer) ?? "" };
};

const isDrained = async ({ connection }: System) => {
  const open = { dueAt: { $exists: true } };
  expect(await connection.collection("webhook_inbox").countDocuments(open)).toBe(0);
  for (const collection of ["subscriptions", "payments"]) {
    const exists = { $exists: true };
    const left = { $or: [{ pendingAt: exists }, { effectsDueAt: exists }] };
    expect(await connection.collection(collection).countDocuments(left)).toBe(0);
  }
};

/** Differences between a buyer and the model: access, published state, payments, conversion. */
const problemsOf = async (system: System, buyer: Buyer): Promise<string[]> => {
  const { stripe, connection, states } = system;
  const { userId } = buyer;
  const held = await accessHeldBy(stripe, buyer);
  const { status, ...dates } = expectedAccess(held, Date.now());
  const actual = await buyers(() => system).statusOf(userId);
  const isEntitled = ["active", "trialing"].includes(actual.status);
  const charges = await chargesOf(stripe, buyer.customer);
  const paid = charges.map(
    ({ payment_intent: id, amount, amount_refunded: back }) => `${idOf(id)} ${amount} ${back}`,
  );
  const records = connection.collection<{
    _id: string;
    amountCents: number;
    refundedCents: number;
  }>("payments");
  const settled = await records.find({ userId, status: { $ne: "failed" } }).toArray();
  const known = settled.map(
    ({ _id, amountCents, refundedCents }) => `${_id} ${amountCents} ${refundedCents}`,
  );
  const conversions = await records.countDocuments({ userId, conversion: { $exists: true } });
  const differ = (what: string, is: unknown, must: unknown) =>
    JSON.stringify(is) === JSON.stringify(must)
      ? []
      : [`${what} ${JSON.stringify(is)}, not ${JSON.stringify(must)}`];
  return [
    ...brokenRules(held),
    ...(status.includes(actual.status) ? [] : differ("status", actual.status, status)),
    ...Object.entries(dates).flatMap(([key, must]) =>
      differ(key, actual[key as keyof typeof dates], must),
    ),
    ...differ("published", states.of(userId).at(-1)?.entitled ?? false, isEntitled),
    ...differ("payments", known.toSorted(), paid.toSorted()),
    ...differ("conversions", conversions, paid.length > 0 ? 1 : 0),
  ];
};

const killer = ({ child }: System, kills: number) => {
  let delivered = 0;
  let begun = 0;
  let dying: Promise<void> | undefined;
  const every = Math.floor(count / (kills + 1));
  const restart = async () => {
    await child.kill();
    await child.start();
  };
  return {
    /** Counts a delivery and kills the process occasionally. */
    count: () => {
      delivered += 1;
      if (delivered % every !== 0 || begun === kills) return;
      begun += 1;
      dying = (dying ?? Promise.resolve()).then(restart);
    },
    whenAlive: () => dying,
    kills: () => begun,
  };
};

const live = async (system: System, lives: Buyer[], kills: number) => {
  const { control } = system.sandbox;
  const answers: Record<string, number> = {};
  const kill = killer(system, kills);
  const newEvents = eventReader(system.stripe, eventTypes);
  const acts = sampleActs(lives.length * rounds, seed);
  const secret = system.env["STRIPE_WEBHOOK_SECRET"] ?? "";
  const url = `http://127.0.0.1:${system.billing.port}/api/webhooks/stripe`;
  const onResponse = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1;
    kill.count();
  };
  const lateTypes = new Map(
    lives.map(({ customer }, index) => [customer, planOf(index, eventTypes).late]),
  );
  const isLast = ({ type, data }: { type: string; data: { object: object } }) =>
    lateTypes.get((data.object as { customer?: string }).customer ?? "") === type;
  const sent = { genuine: 0, again: 0, forged: 0, unknown: 0 };
  let waiting: Webhook[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await inParallel([...lives.entries()], ([index, buyer]) =>
      happen(
        { stripe: system.stripe, control },
        buyer,
        acts[round * lives.length + index] ?? "nothing",
      ),
    );
    control.advance(daysPerRound * 86_400);
    const events = await newEvents();
    waiting.push(...webhooksOf(events, { round, seed: seed + round * 10, isLast }));
    const isEnd = round === rounds - 1;
    const now = waiting.filter((one) => isEnd || one.round <= round);
    waiting = waiting.filter((one) => !now.includes(one));
    for (const { kind } of now) sent[kind] += 1;
    await deliverAll(now, { url, secret, onResponse });
    await kill.whenAlive();
  }
  return { answers, sent, kills: kill.kills() };
};

const fewKills = Math.ceil(count / 500) + 1;

it.each(isThorough ? [0, fewKills] : [fewKills])(
  `reaches the state of the model after ${count} repeated, shuffled, late, forged and unknown webhooks in both orders of Checkout and %i kills`,
  async (wanted) => {
    const name = `storm_${wanted}`;
    const system = await startSystem(name);
    try {
      const lives: Buyer[] = [];
      const buyersWanted = Math.ceil(genuineAmong(count) / eventsPerBuyer);
      for (const half of [0, 1]) {
        setOrder(system.sandbox, planOf(half).order);
        const own = [...Array(buyersWanted).keys()].filter((index) => index % 2 === half);
        await inParallel(own, async (index) => {
          lives[index] = await begin(system, name, index);
        });
      }
      const begunAt = Date.now();
      const { answers, sent, kills } = await live(system, lives, wanted);
      await eventually(() => isDrained(system), patient);
      const seconds = Math.round((Date.now() - begunAt) / 1_000);

      const inbox = system.connection.collection<{ _id: string }>("webhook_inbox");
      const accepted = await inbox.countDocuments({ _id: /^evt_forged/ });
      const ignored = await inbox.countDocuments({ _id: /^evt_unknown/, outcome: "ignored" });
      const { genuine, again, forged, unknown } = sent;
      expect(genuine + again + forged + unknown).toBeGreaterThanOrEqual(count);
      expect(answers).toEqual({
        "genuine 200": genuine,
        "again 200": again,
        "forged 400": forged,
        "unknown 200": unknown,
      });
      expect([kills, accepted, ignored]).toEqual([wanted, 0, unknown]);
      expect(await inbox.countDocuments({})).toBe(genuine + unknown);
      expect(await inbox.countDocuments({ outcome: "failed" })).toBe(0);
      const paid = await system.connection.collection("payments").countDocuments({});
      let open = lives;
      await eventually(
        async () => {
          const found: { buyer: Buyer; problems: string[] }[] = [];
          await inParallel(open, async (buyer) => {
            const problems = await problemsOf(system, buyer);
            if (problems.length > 0) found.push({ buyer, problems });
          });
          open = found.map(({ buyer }) => buyer);
          expect(found).toEqual([]);
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
      console.log(
        `${genuine + again + forged + unknown} webhooks in ${seconds} s with ${kills} kills:` +
          ` ${genuine} genuine, ${again} again, ${forged} forged, ${unknown} unknown;` +
          ` ${accepted} forged accepted; ${lives.length} buyers with ${paid} payments, 0 differ from the model`,
      );
    } finally {
      await system.stop();
    }
  },
  1_800_000,
);
