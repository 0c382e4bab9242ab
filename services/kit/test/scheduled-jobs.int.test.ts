import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mongoose";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { connectMongo } from "../src/mongo/connection.ts";
import { mongoLease } from "../src/mongo/lease.ts";
import { createLogger } from "../src/observability/logger.ts";
import { scheduleOnce } from "../src/process/schedule.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { testLifecycle } from "../src/testing/lifecycle.ts";
import { startScript } from "./run-script.ts";

type Lock = { _id: string; until: Date };

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl } = testEngines();
const { lifecycle, stop } = testLifecycle();
let connection: Connection;
let other: Connection;

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
  other = await connectMongo({ url: mongoUrl, logger });
});
afterEach(stop);
afterAll(() => Promise.all([connection.close(), other.close()]));

/** Schedules one job in two processes, each with a connection of its own. */
const inTwo = (name: string, everyMs: number, job: () => Promise<unknown>) => {
  for (const one of [connection, other])
    scheduleOnce({ logger, lifecycle, connection: one }, { name, everyMs, job });
};

/** Records the runs of a job: their starts, and how many ran at once at most. */
const recordRuns = () => {
  let running = 0;
  const record = {
    since: Date.now(),
    startedAt: [] as number[],
    mostAtOnce: 0,
    job: async () => {
      record.startedAt.push(Date.now());
      record.mostAtOnce = Math.max(record.mostAtOnce, (running += 1));
      await sleep(20);
      running -= 1;
    },
  };
  return record;
};

/**
 * Expects one run in a period at most. A busy process records a start late, but never early. So this compares each start with
 * the beginning of the record, and not with the start before, which may be late.
 */
const expectOneRunPerPeriod = (
  { since, startedAt, mostAtOnce }: ReturnType<typeof recordRuns>,
  everyMs: number,
) => {
  for (const [earlierRuns, at] of startedAt.entries())
    expect(at - since).toBeGreaterThanOrEqual(earlierRuns * everyMs);
  expect(mostAtOnce).toBe(1);
};

it("runs a job of two processes once in each period, and never twice at once", async () => {
  const runs = recordRuns();
  inTwo("periodic", 300, runs.job);
  await eventually(() => expect(runs.startedAt.length).toBeGreaterThanOrEqual(4));
  expectOneRunPerPeriod(runs, 300);
});

it("runs a job once in each period, however often two processes try", async () => {
  const leases = [connection, other].map((one) => mongoLease(one, "tried often"));
  const runs = recordRuns();
  const keepTrying = async (lease: (typeof leases)[number]) => {
    while (runs.startedAt.length < 4) await lease.run(runs.job, 300);
  };
  await Promise.all(leases.map(keepTrying));
  expectOneRunPerPeriod(runs, 300);
});

it("tries a failed job again in the next period", async () => {
  let runs = 0;
  inTwo("failing", 50, async () => {
    runs += 1;
    throw new Error("no");
  });
  await eventually(() => expect(runs).toBeGreaterThanOrEqual(3));
});

it("runs the job of a killed process in another one when its lease ends, and not before", async () => {
  const { child, ended, output } = startScript("job-process.ts", [mongoUrl, "killed"]);
  await eventually(() => expect(output()).toBe("running\n"), { timeoutMs: 20_000 });
  child.kill("SIGKILL");
  await ended;
  let runs = 0;
  inTwo("killed", 50, async () => {
    runs += 1;
  });
  const locks = connection.collection<Lock>("locks");
  const lease = await locks.findOne({ _id: "job: killed" });
  expect(lease?.until.getTime()).toBeGreaterThan(Date.now() + 3_000);
  await sleep(300);
  expect(runs).toBe(0);
  // As if the rest of the ten seconds had passed.
  await locks.updateOne({ _id: "job: killed" }, { $set: { until: new Date() } });
  await eventually(() => expect(runs).toBeGreaterThan(0));
});

it("follows a shorter period after a restart", async () => {
  const runs: string[] = [];
  const { lifecycle: first, stop: stopFirst } = testLifecycle();
  const job = (name: string) => async () => void runs.push(name);
  const self = { logger, connection };
  scheduleOnce(
    { ...self, lifecycle: first },
    { name: "restarted", everyMs: 3_600_000, job: job("long") },
  );
  await eventually(() => expect(runs).toEqual(["long"]));
  await stopFirst();
  scheduleOnce({ ...self, lifecycle }, { name: "restarted", everyMs: 3_600_000, job: job("long") });
  scheduleOnce({ ...self, lifecycle }, { name: "restarted", everyMs: 50, job: job("short") });
  await eventually(() => expect(runs.slice(0, 2)).toEqual(["long", "short"]));
});
