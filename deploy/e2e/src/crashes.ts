import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@orbline/kit/testing/eventually";
import type { ProductControl } from "@orbline/local/product-control";
import type { Answer } from "./client.ts";

const passing = new Set([502, 503, 504]);

/**
 * Asks again while there is no connection, or the gateway says that a service is away, or the
 * answer is not `wanted`: what a careful client does. @throws the last failure after a minute
 */
export const persist = <Body>(
  attempt: () => Promise<Answer<Body>>,
  wanted: (body: Body) => boolean,
): Promise<Answer<Body>> =>
  eventually(
    async () => {
      const answer = await attempt();
      if (passing.has(answer.status) || !wanted(answer.body))
        throw new Error(`answered ${answer.status}: ${answer.text}`);
      return answer;
    },
    { timeoutMs: 60_000, everyMs: 150 },
  );

/** Does `work` for each of `count` numbers, `width` at a time. */
export const inLanes = async (
  { count, width }: { count: number; width: number },
  work: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
};

type Crashes = {
  control: ProductControl;
  service: "billing" | "prediction";
  /** The longest that the service lives, in milliseconds from when it serves. */
  withinMs: number;
  /** Enough is enough: each crash costs the seconds of a start. */
  atMost: number;
};

/** Kills a service at moments that nobody knows until the work is done; answers how often. */
export const crashDuring = async (
  { control, service, withinMs, atMost }: Crashes,
  work: () => Promise<void>,
): Promise<number> => {
  let crashes = 0;
  const finished = new AbortController();
  const crashing = (async () => {
    while (crashes < atMost && !finished.signal.aborted) {
      // Chance is the point here: the service has to survive a crash at any of its steps.
      await delay(randomInt(withinMs));
      if (finished.signal.aborted) return;
      await control.kill(service);
      crashes += 1;
      await control.waitUntilHealthy();
    }
  })();
  try {
    await work();
  } finally {
    finished.abort();
    await crashing;
  }
  return crashes;
};
