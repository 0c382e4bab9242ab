import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@orbline/kit/testing/eventually";
import type { ProductControl } from "@orbline/stack/product-control";
import type { ApiResponse } from "@orbline/demo/http-client";

const passing = new Set([502, 503, 504]);

/**
 * Retries while the connection fails, the gateway reports an unavailable service, or the response
 * is not `wanted`. @throws the last failure after three minutes
 */
export const persist = <Body>(
  attempt: () => Promise<ApiResponse<Body>>,
  wanted: (body: Body) => boolean,
): Promise<ApiResponse<Body>> =>
  eventually(
    async () => {
      const answer = await attempt();
      if (passing.has(answer.status) || !wanted(answer.body))
        throw new Error(`responded with ${answer.status}: ${answer.text}`);
      return answer;
    },
    { timeoutMs: 180_000, everyMs: 150 },
  );

type Work = {
  count: number;
  /** The concurrency. */
  concurrency: number;
};

/** Runs `work` for each of `count` indexes, `concurrency` at a time. */
const runConcurrently = async (
  { count, concurrency }: Work,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

type Crashes = {
  control: ProductControl;
  service: "billing" | "prediction";
  /** The number of crashes, spread over all of the work. */
  times: number;
  /** The latest moment of a crash after its work item starts, in milliseconds; earlier for quick items. */
  withinMs: number;
};

/**
 * Runs `work` for each index while a service is killed at random moments. One item in each
 * share of the work meets a crash, on any machine.
 */
export const workThroughCrashes = async (
  { control, service, times, withinMs }: Crashes,
  all: Work,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  // The moments are random, because the service must survive a crash at any step.
  const share = Math.floor(all.count / times);
  const chosen = new Set(Array.from({ length: times }, (_, nth) => nth * share + randomInt(share)));
  // A crash after the end of the work would test nothing.
  let quickestMs = withinMs;
  const timed = async (index: number) => {
    const from = performance.now();
    await work(index);
    quickestMs = Math.min(quickestMs, Math.ceil(performance.now() - from));
  };
  const crash = async () => {
    await delay(randomInt(quickestMs));
    await control.kill(service);
    await control.waitUntilHealthy();
  };
  let turn: Promise<unknown> = Promise.resolve();
  await runConcurrently(all, async (index) => {
    if (!chosen.has(index)) return timed(index);
    turn = turn.then(() => Promise.all([timed(index), crash()]));
    await turn;
  });
};
