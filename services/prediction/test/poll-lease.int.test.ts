import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mongoPollLease } from "../src/store/live/poll-lease.ts";
import { ownDatabase } from "./live.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: ownDatabase(), logger });
});
afterAll(() => connection.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));

it("goes to another process when its time is up, or at once when it is given back", async () => {
  const lease = mongoPollLease(connection, "provider");
  expect(await lease.take("first", at(0), at(1))).toEqual({});
  expect(await lease.take("second", at(0), at(1))).toBeUndefined();
  expect(await lease.take("second", at(1), at(2))).toEqual({});
  expect(await lease.keep("second", { remaining: 90 })).toBe(true);

  await lease.release("first");
  expect(await lease.take("first", at(1), at(2))).toBeUndefined();
  await lease.release("second");
  expect(await lease.take("first", at(1), at(2))).toEqual({ remaining: 90 });
});
