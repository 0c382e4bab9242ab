import { cpus } from "node:os";
import { expectOk } from "@orbline/demo/http-client";
import { percentile } from "../percentile.ts";
import type { Cluster } from "./cluster.ts";
import { any, predict, type Subscriber } from "./load.ts";
import { makeSubscribers } from "./subscribers.ts";

const clients = 32;
const warmUpMs = 10_000;
const measureMs = 20_000;

/** Measures predictions a second of one prediction replica and of two, with the same users, alternately. */
export async function measureThroughput(
  cluster: Cluster,
  say: (line: string) => void,
): Promise<void> {
  const subscribers = await makeSubscribers(cluster.url, 200);
  const second = cluster.replicated.find(({ name }) => name === "prediction-2");
  if (!second) throw new Error("there is no second prediction replica");
  say(`${clients} clients, each with one request in flight, for ${measureMs / 1_000} s`);
  for (const round of [1, 2]) {
    await second.stop();
    say(`round ${round}, one replica   ${await measure(subscribers)}`);
    await second.restart();
    say(`round ${round}, two replicas  ${await measure(subscribers)}`);
  }
}

async function measure(subscribers: readonly Subscriber[]): Promise<string> {
  await during(warmUpMs, subscribers);
  const before = processorMs();
  const times = await during(measureMs, subscribers);
  const after = processorMs();
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
  const perSecond = (times.length / measureMs) * 1_000;
  const machine = `${cpus().length} processors ${(busy * 100).toFixed(0)} % busy`;
  return `${perSecond.toFixed(0)} predictions/s, p50 ${p50} ms, p99 ${p99} ms; ${machine}`;
}

/** Requests predictions for a while; returns how long each took, in milliseconds. */
async function during(ms: number, subscribers: readonly Subscriber[]): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const startedAt = performance.now();
        expectOk(await predict(any(subscribers).client).send(), "prediction");
        times.push(performance.now() - startedAt);
      }
    }),
  );
  return times;
}

/** Milliseconds that the machine's processors have been idle, and altogether. */
function processorMs(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.flatMap((one) => Object.values(one)).reduce((sum, ms) => sum + ms, 0),
  };
}
