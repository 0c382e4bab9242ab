import { type Engines, startEngines } from "@orbline/engines/engines";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../src/observability/logger.ts";
import { connectMongo, isConnected } from "../src/mongo/connection.ts";
import { connectRedis, orUnavailable, type Redis } from "../src/redis/connection.ts";
import { eventually } from "../src/testing/eventually.ts";
import { increment, openThings } from "./things.ts";
import { toAppError } from "../src/error-map.ts";

const logger = createLogger({ service: "test", level: "silent" });
let engines: Engines;
let redis: Redis;

beforeAll(async () => {
  engines = await startEngines({ kafka: false });
  redis = await connectRedis({ url: engines.redisUrl, logger });
});
afterAll(async () => {
  redis.destroy();
  await engines.stop();
});

const rejectionOf = async (work: Promise<unknown>) => {
  const startedAt = performance.now();
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, ms: performance.now() - startedAt };
};

it("fails with unavailable at once while Redis is down and recovers when it is back", async () => {
  await redis.set("kept", "yes");
  await engines.kill("redis");
  const { error, ms } = await rejectionOf(orUnavailable(redis.get("kept")));
  expect(error).toMatchObject({ kind: "unavailable", retryAfterSeconds: 2 });
  expect(ms).toBeLessThan(3_000);
  const again = await rejectionOf(orUnavailable(redis.get("kept")));
  expect(again.error).toMatchObject({ kind: "unavailable" });
  expect(again.ms).toBeLessThan(3_000);
  await engines.restart("redis");
  await eventually(async () => expect(await orUnavailable(redis.get("kept"))).toBe("yes"));
});

it("fails with unavailable within about two seconds while Redis hangs, and recovers", async () => {
  engines.freeze("redis");
  const { error, ms } = await rejectionOf(orUnavailable(redis.get("kept")));
  expect(error).toMatchObject({ kind: "unavailable" });
  expect(ms).toBeLessThan(4_500); // Without a deadline this takes five seconds.
  // The client drops the connection, so that no commands queue behind it.
  await eventually(() => expect(redis.isReady).toBe(false), { timeoutMs: 15_000 });
  engines.thaw("redis");
  await eventually(async () => expect(await orUnavailable(redis.get("kept"))).toBe("yes"));
});

/** A connection with frequent heartbeats, and its log lines about lost connections. */
const watchedConnection = async () => {
  const lost: string[] = [];
  const write = (line: string) => {
    if (line.includes("database connection lost")) lost.push(line);
  };
  const warnLogger = createLogger({ service: "test", level: "warn", stream: { write } });
  const url = `${engines.mongoUrl}/outage?heartbeatFrequencyMS=500`;
  return { connection: await connectMongo({ url, logger: warnLogger }), lost };
};

it("fails with unavailable while the database is down, logs the loss and recovers", async () => {
  const connection = await connectMongo({ url: `${engines.mongoUrl}/outage`, logger });
  const aggregates = (await openThings(connection, "things")).open();
  await aggregates.update("a", increment);
  const watched = await watchedConnection();
  await engines.kill("mongo");
  const { error, ms } = await rejectionOf(aggregates.find("a"));
  expect(toAppError(error)).toMatchObject({ kind: "unavailable" });
  expect(ms).toBeLessThan(9_000);
  const write = await rejectionOf(aggregates.update("a", increment));
  expect(toAppError(write.error)).toMatchObject({ kind: "unavailable" });
  await eventually(() => expect(watched.lost).not.toEqual([]));
  await engines.restart("mongo");
  await eventually(async () =>
    expect(await aggregates.find("a")).toEqual({ state: { count: 1 }, version: 1 }),
  );
  await eventually(() => expect(isConnected(watched.connection)).toBe(true));
  watched.lost.length = 0;
  await watched.connection.close();
  expect(watched.lost).toEqual([]);
  await connection.close();
});

it("lets a replica set repeat writes, and writes to a single server that refuses the number of a repeated write", async () => {
  const url = `${engines.mongoUrl}/repeats`;
  const connection = await connectMongo({ url, logger });
  expect(connection.getClient().options.retryWrites).toBe(true);
  await connection.collection("things").insertOne({ count: 1 });
  await connection.close();
  const fixed = await connectMongo({ url: `${url}?retryWrites=false`, logger });
  expect(fixed.getClient().options.retryWrites).toBe(false);
  await fixed.close();
});
