import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLogger } from "../src/observability/logger.ts";
import { migrate, type Migration } from "../src/mongo/migrations.ts";
import { connectMongo } from "../src/mongo/connection.ts";
import { testEngines } from "../src/testing/engines.ts";

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl } = testEngines();
const ran: string[] = [];
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
});
beforeEach(async () => {
  ran.length = 0;
  await connection.collection("migrations").deleteMany({});
});
afterAll(() => connection.close());

const step = (name: string): Migration => ({
  name,
  up: async (db) => {
    ran.push(name);
    await db.collection("shaped").createIndex({ [name]: 1 }, { unique: true, sparse: true });
  },
});

const indexNames = async () =>
  (await connection.collection("shaped").indexes()).map(({ name }) => name);

it("runs each migration once, in order, over several starts", async () => {
  await migrate(connection, [step("first"), step("second")]);
  await migrate(connection, [step("first"), step("second"), step("third")]);
  expect(ran).toEqual(["first", "second", "third"]);
  expect(await indexNames()).toEqual(expect.arrayContaining(["first_1", "second_1", "third_1"]));
});

it("records each migration once when two processes start at once", async () => {
  const other = await connectMongo({ url: mongoUrl, logger });
  const steps = [step("a"), step("b")];
  await Promise.all([migrate(connection, steps), migrate(other, steps)]);
  await other.close();
  const marks = await connection.collection("migrations").find().toArray();
  expect(marks.map(({ _id }) => String(_id))).toEqual(["a", "b"]);
  ran.length = 0;
  await migrate(connection, steps);
  expect(ran).toEqual([]);
});

it("lets the other processes wait while one migrates", async () => {
  const other = await connectMongo({ url: mongoUrl, logger });
  let running = 0;
  let most = 0;
  const slow: Migration = {
    name: "slow",
    up: async () => {
      most = Math.max(most, (running += 1));
      await sleep(300);
      ran.push("slow");
      running -= 1;
    },
  };
  await Promise.all([migrate(connection, [slow]), migrate(other, [slow])]);
  await other.close();
  expect([most, ran]).toEqual([1, ["slow"]]);
  expect(await connection.collection("locks").countDocuments()).toBe(0);
});

it("takes over from a process that died, when its lease has ended", async () => {
  const locks = connection.collection<{ _id: string; holder: string; until: Date }>("locks");
  const until = new Date(Date.now() + 700);
  await locks.insertOne({ _id: "migrations", holder: "dead", until });
  await migrate(connection, [step("after")]);
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  expect(ran).toEqual(["after"]);
});

it("stops at a failing migration and tries it again at the next start", async () => {
  let isBroken = true;
  const broken: Migration = {
    name: "2-broken",
    up: async () => {
      if (isBroken) throw new Error("no index");
      ran.push("2-broken");
    },
  };
  const steps = [step("1-fine"), broken, step("3-later")];
  await expect(migrate(connection, steps)).rejects.toThrow("2-broken");
  expect(ran).toEqual(["1-fine"]);
  isBroken = false;
  await migrate(connection, steps);
  expect(ran).toEqual(["1-fine", "2-broken", "3-later"]);
});
