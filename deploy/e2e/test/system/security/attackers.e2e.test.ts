import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { signIn } from "@orbline/demo/http-client";
import { percentile } from "@orbline/stack/percentile";
import { controlProduct } from "@orbline/stack/product-control";
import { beforeAll, expect, inject, it } from "vitest";
import { memoryOf } from "../../../src/memory.ts";
import { order, password, type Person, predict, subscribe } from "../../../src/people.ts";

const product = inject("product");
const { hostname, port } = new URL(product.url);
const control = controlProduct(product.settings);

/** Milliseconds of each attack, and of the same use without one. */
const attackMs = Number(process.env["ATTACK_SECONDS"] ?? 4) * 1_000;

let attacker: Person & { sessionId: string };
let calm: string;
beforeAll(async () => {
  attacker = await subscribe(product);
  // Memory is compared in warm processes: the first attack of a process makes its heap larger for good.
  for (const attack of Object.values(attacks))
    await attack(AbortSignal.timeout(500), () => undefined);
  calm = await useProduct(attackMs);
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
const floodOfPredictions = "requests new predictions all the time";

/** Predictions of a trial in a day. */
const trialQuota = 300;

const webhookHead = [
  "POST /api/webhooks/stripe HTTP/1.1",
  `host: ${hostname}`,
  "stripe-signature: t=1,v1=00",
  "content-length: 200000",
  `x-forwarded-for: ${from["x-forwarded-for"]}`,
  "",
  "{",
].join("\r\n");

/** An attack until the signal; `onStatus` gets the status of each response. */
type Attack = (signal: AbortSignal, onStatus: (status: number) => void) => Promise<void>;

const attacks: Record<string, Attack> = {
  "pipelines pages and API descriptions and never reads": (signal) => {
    const get = (path: string) =>
      `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${from["x-forwarded-for"]}\r\n\r\n`;
    const bytes = (get("/") + get("/api/openapi.json")).repeat(8);
    return repeat(40, signal, () => sendAndIgnore(bytes, signal));
  },
  "sends 64 webhooks byte by byte": (signal) =>
    repeat(64, signal, () => sendAndIgnore(webhookHead, signal), 100),
  "asks for the same checkout all the time": (signal, onStatus) => {
    const path = `/api/verify-subscription-status?session_id=${attacker.sessionId}`;
    const call = () => attacker.client.call("GET", path, { headers: from });
    return repeat(4, signal, async () => onStatus((await call()).status), 20);
  },
  [floodOfPredictions]: (signal, onStatus) => {
    const body = { sport: "nba", riskLevel: "aggressive", forceNew: true };
    const call = () => attacker.client.call("POST", newPrediction, { body, headers: from });
    return repeat(4, signal, async () => onStatus((await call()).status), 5);
  },
};

/** Resident memory of the gateway in megabytes, with its garbage. */
const gatewayMemory = async () => {
  const address = `http://127.0.0.1:${product.settings.ports.GATEWAY_INTERNAL_PORT}/metrics`;
  const text = await (await fetch(address)).text();
  const bytes = Number(/^process_resident_memory_bytes\S* (\S+)$/m.exec(text)?.[1]);
  return Math.round(bytes / 1_000_000);
};

/** Resident memory of each program that an attack can fill, in megabytes. */
const memory = async () => {
  const used: Record<string, number> = {};
  for (const name of ["gateway", "billing", "prediction"] as const) {
    const pid = await control.pidOf(name);
    used[name] = pid === undefined ? 0 : await memoryOf(pid);
  }
  return used;
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
    // A user keeps the newest sessions only, so an older one would end during a long run.
    let client = victim.client;
    await timed(loginMs, async () => {
      client = await signIn(product.url, { username: victim.name, password });
    });
    for (let request = 0; request < 4; request += 1)
      await timed(predictionMs, async () => {
        expect((await predict(client)).status).toBe(200);
      });
    await sleep(100);
  }
  const [login, prediction] = [loginMs, predictionMs].map((times) => percentile(times, 0.99));
  return `sign-ins p99 ${login?.toFixed(0)} ms, predictions p99 ${prediction?.toFixed(0)} ms`;
};

it.each(Object.keys(attacks))(
  "serves sign-ins and predictions of others while one client %s",
  async (name) => {
    const before = await memory();
    const attack = new AbortController();
    const statuses: Record<number, number> = {};
    const attacking = attacks[name]?.(attack.signal, (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    const attacked = await useProduct(attackMs);
    const gatewayDuring = await gatewayMemory();
    attack.abort();
    await attacking;
    // A checkout is opened by the provider's answer and paid by its webhooks.
    expect((await order(product, "monthly")).checkoutUrl).not.toBe("");
    const stored = name === floodOfPredictions ? statuses[200] : 0;
    expect(stored).toBeLessThanOrEqual(trialQuota);
    const after = await memory();
    console.log(`one client ${name} for ${attackMs / 1_000} s: ${attacked}; without it ${calm}`, {
      statuses,
      MB: { before, gatewayDuring, after },
    });
    expect(gatewayDuring).toBeLessThan((before["gateway"] ?? 0) + 300);
    const grown = Object.keys(after).filter(
      (program) => (after[program] ?? 0) > 1.1 * (before[program] ?? 0),
    );
    expect(grown).toEqual([]);
  },
  attackMs + 600_000,
);
