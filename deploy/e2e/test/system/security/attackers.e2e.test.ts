import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { signIn } from "@orbline/demo/http-client";
import { beforeAll, expect, inject, it } from "vitest";
import { order, password, type Person, predict, subscribe } from "../../../src/people.ts";

const product = inject("product");
const { hostname, port } = new URL(product.url);

/** Seconds of each attack, and of the same use without it. */
const attackMs = Number(process.env["ATTACK_SECONDS"] ?? 4) * 1_000;

let attacker: Person & { sessionId: string };
beforeAll(async () => {
  attacker = await subscribe(product);
});

/** Sends bytes on a new connection and never reads. Resolves when the connection ends. */
const sendAndIgnore = (bytes: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    signal.addEventListener("abort", () => socket.destroy());
    socket.write(bytes);
  });

/** Repeats work in parallel until the attack ends. */
const repeat = async (
  parallel: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
  pauseMs = 0,
) => {
  const loop = async () => {
    while (!signal.aborted) {
      await work().catch(() => undefined);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: parallel }, loop));
};

/** The address of the attacker, if the gateway counts a proxy in front of it. */
const from = { "x-forwarded-for": "203.0.113.9" };
const newPrediction = "/api/new-prediction";

const webhookHead = [
  "POST /api/webhooks/stripe HTTP/1.1",
  `host: ${hostname}`,
  "stripe-signature: t=1,v1=00",
  "content-length: 200000",
  `x-forwarded-for: ${from["x-forwarded-for"]}`,
  "",
  "{",
].join("\r\n");

const attacks: Record<string, (signal: AbortSignal) => Promise<void>> = {
  "pipelines pages and API descriptions and never reads": (signal) => {
    const get = (path: string) =>
      `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${from["x-forwarded-for"]}\r\n\r\n`;
    const bytes = (get("/") + get("/api/openapi.json")).repeat(8);
    return repeat(40, signal, () => sendAndIgnore(bytes, signal));
  },
  "sends 64 webhooks byte by byte": (signal) =>
    repeat(64, signal, () => sendAndIgnore(webhookHead, signal), 100),
  "asks for the same checkout all the time": (signal) => {
    const path = `/api/verify-subscription-status?session_id=${attacker.sessionId}`;
    return repeat(4, signal, () => attacker.client.call("GET", path, { headers: from }), 20);
  },
  "requests new predictions all the time": (signal) => {
    const body = { sport: "nba", riskLevel: "aggressive", forceNew: true };
    const options = { body, headers: from };
    return repeat(4, signal, () => attacker.client.call("POST", newPrediction, options), 5);
  },
};

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

const gatewayBytes = async () => {
  const address = `http://127.0.0.1:${product.settings.ports.GATEWAY_INTERNAL_PORT}/metrics`;
  const text = await (await fetch(address)).text();
  return Number(/^process_resident_memory_bytes\S* (\S+)$/m.exec(text)?.[1]);
};

/** Signs a new user in and requests predictions for some time. Returns the 99th percentiles in milliseconds. */
const useProduct = async (durationMs: number) => {
  // A user has a quota of predictions for the day.
  const victim = await subscribe(product, { plan: "monthly" });
  const loginMs: number[] = [];
  const predictionMs: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  };
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt) {
    await timed(loginMs, () => signIn(product.url, { username: victim.name, password }));
    for (let request = 0; request < 4; request += 1)
      await timed(predictionMs, async () => {
        expect((await predict(victim.client)).status).toBe(200);
      });
    await sleep(100);
  }
  const [login, prediction] = [loginMs, predictionMs].map((times) => percentile(times, 0.99));
  return `sign-ins p99 ${login?.toFixed(0)} ms, predictions p99 ${prediction?.toFixed(0)} ms`;
};

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;

it.each(Object.keys(attacks))(
  "serves sign-ins and predictions of others while one client %s",
  async (name) => {
    const calm = await useProduct(attackMs);
    const before = await gatewayBytes();
    const attack = new AbortController();
    const attacking = attacks[name]?.(attack.signal);
    const attacked = await useProduct(attackMs);
    const during = await gatewayBytes();
    attack.abort();
    await attacking;
    // A checkout is opened by the provider's answer and paid by its webhooks.
    expect((await order(product, "monthly")).checkoutUrl).not.toBe("");
    const memory = `gateway ${megabytes(before)}, then ${megabytes(during)}`;
    console.log(`one client ${name}: ${attacked}; without it ${calm}; ${memory}`);
    expect(during).toBeLessThan(before + 300_000_000);
  },
  240_000,
);
