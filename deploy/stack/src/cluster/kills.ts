import { setTimeout as delay } from "node:timers/promises";
import { expectOk } from "@orbline/demo/http-client";
import { predictionSchema } from "@orbline/proto/http/prediction/prediction";
import { percentile } from "../percentile.ts";
import type { Cluster } from "./cluster.ts";
import { any, predict, report, type Shot, type Subscriber } from "./load.ts";
import { findFaults, type Done } from "./nothing-lost.ts";
import { buyPersistently, makeSubscribers, untilServed } from "./subscribers.ts";

const killEveryMs = 30_000;
const predictionsPerSecond = 10;
const purchaseEveryMs = 2_000;
const goalMs = 500;

/**
 * Kills a random replica or broker twice a minute during purchases and predictions, whose clients send each request
 * until a service responds. @throws when something is lost or exists twice, or the slowest hundredth takes too long
 */
export async function proveKills(
  cluster: Cluster,
  say: (line: string) => void,
  minutes = 5,
): Promise<void> {
  const subscribers = await makeSubscribers(cluster.url, 40);
  const shots: Shot[] = [];
  const done: Done = { buyers: [...subscribers], predictions: new Map(), failures: [] };
  const stopping = new AbortController();
  const load = [
    predictions(subscribers, done, shots, stopping.signal),
    purchases(cluster.url, done, shots, stopping.signal),
  ];
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await delay(killEveryMs / 2);
    const one = any(cluster.replicated);
    await one.kill();
    say(`killed ${one.name}`);
    await delay(killEveryMs / 2);
    await one.waitUntilReady();
  }
  stopping.abort();
  await Promise.all(load);
  report(shots).forEach(say);
  const faults = [...done.failures, ...(await findFaults(cluster, done))];
  const again = shots.filter(({ tries }) => tries > 1).length;
  say(`${again} of ${shots.length} requests were sent more than once`);
  say(
    `${done.buyers.length} purchases compared with databases and sandbox: ${faults.length} faults`,
  );
  faults.slice(0, 20).forEach(say);
  if (faults.length > 0) throw new Error("something was lost or exists twice");
  const p99 = percentile(
    shots.map(({ ms }) => ms),
    0.99,
  );
  if (p99 > goalMs) throw new Error(`p99 is ${p99.toFixed(0)} ms, more than ${goalMs} ms`);
}

/** Requests predictions at a constant rate and notes the id of each. */
async function predictions(
  subscribers: readonly Subscriber[],
  done: Done,
  shots: Shot[],
  signal: AbortSignal,
): Promise<void> {
  await atRate(1_000 / predictionsPerSecond, signal, done, async () => {
    const { username, client } = any(subscribers);
    const body = expectOk(await untilServed(predict(client), shots), "prediction");
    const { id } = predictionSchema.pick({ id: true }).loose().parse(body);
    done.predictions.set(username, [...(done.predictions.get(username) ?? []), id]);
  });
}

async function purchases(url: string, done: Done, shots: Shot[], signal: AbortSignal) {
  const run = `k${Date.now().toString(36)}`;
  let count = 0;
  await atRate(purchaseEveryMs, signal, done, async () => {
    count += 1;
    done.buyers.push(await buyPersistently(url, `${run}_${count}`, shots));
  });
}

/** Starts `work` in equal pauses until `signal` aborts, then waits for all of it. */
async function atRate(everyMs: number, signal: AbortSignal, done: Done, work: () => Promise<void>) {
  const running: Promise<void>[] = [];
  while (!signal.aborted) {
    running.push(work().catch((error: unknown) => void done.failures.push(String(error))));
    await delay(everyMs);
  }
  await Promise.all(running);
}
