import { setTimeout as delay } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { constantLoad, mixedTraffic, report } from "./load.ts";
import { makeSubscribers } from "./subscribers.ts";

/** A pause between two restarts, as a deployment has. */
const pauseMs = 1_000;
const perSecond = 100;

/**
 * Restarts every process under load, one after the other: each stops in order, starts and serves before the next one
 * stops. @throws when a request failed
 */
export async function proveRolling(cluster: Cluster, say: (line: string) => void): Promise<void> {
  const subscribers = await makeSubscribers(cluster.url, 60);
  say(`${subscribers.length} subscribers; ${perSecond} requests a second`);
  const stopping = new AbortController();
  const next = mixedTraffic(cluster.url, subscribers);
  const load = constantLoad({ perSecond, signal: stopping.signal, next });
  try {
    await delay(pauseMs);
    for (const one of cluster.replicated) {
      const startedAt = Date.now();
      await one.restart();
      if (one.name.startsWith("kafka")) while (!(await cluster.isKafkaInSync())) await delay(200);
      say(`${one.name.padEnd(14)} restarted in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
      await delay(pauseMs);
    }
  } finally {
    stopping.abort();
  }
  const shots = await load;
  report(shots).forEach(say);
  const failed = shots.filter(({ failure }) => failure !== undefined).length;
  if (failed > 0) throw new Error(`${failed} requests failed during the restarts`);
}
