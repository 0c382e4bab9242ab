import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@orbline/kit/testing/eventually";
import type { ProductControl } from "@orbline/stack/product-control";
import type { ApiResponse } from "@orbline/demo/http-client";

const passing = new Set([502, 503, 504]);

/**
 * Asks again while there is no connection, or the gateway says that a service is away, or the
 * answer is not `wanted`: what a careful client does. @throws the last failure after a minute
 */
export const persist = <Body>(
  attempt: () => Promise<ApiResponse<Body>>,
  wanted: (body: Body) => boolean,
): Promise<ApiResponse<Body>> =>
  eventually(
    async () => {
      const answer = await attempt();
      if (passing.has(answer.status) || !wanted(answer.body))
        throw new Error(`answered ${answer.status}: ${answer.text}`);
      return answer;
    },
    { timeoutMs: 60_000, everyMs: 150 },
  );

type Work = {
  count: number;
  /** How many numbers are worked on at a time. */
  width: number;
};

/** Does `work` for each of `count` numbers, `width` at a time. */
const inLanes = async (
  { count, width }: Work,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
};

type Crashes = {
  control: ProductControl;
  service: "billing" | "prediction";
  /** How often the service crashes, spread over all of the work. */
  times: number;
  /** The longest that a number is worked on when the crash comes, in milliseconds; less where numbers take less. */
  withinMs: number;
};

/**
 * Does `work` for each number of `all`, while a service is killed at moments that nobody knows
 * before: one number of each share of the work meets a crash, however fast the machine is.
 */
export const workThroughCrashes = async (
  { control, service, times, withinMs }: Crashes,
  all: Work,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  // Chance is the point here: the service has to survive a crash at any of its steps.
  const share = Math.floor(all.count / times);
  const chosen = new Set(Array.from({ length: times }, (_, nth) => nth * share + randomInt(share)));
  // A crash that comes later than the work takes would meet none.
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
  await inLanes(all, async (index) => {
    if (!chosen.has(index)) return timed(index);
    turn = turn.then(() => Promise.all([timed(index), crash()]));
    await turn;
  });
};
