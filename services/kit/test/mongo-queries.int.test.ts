import mongoose, { type Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectMongo } from "../src/mongo/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { testEngines } from "../src/testing/engines.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
});
afterAll(() => connection.close());

const people = () => connection.model("Person", new mongoose.Schema({ name: String }), "people");

it("finds nothing by an operator that a caller sends in place of a text", async () => {
  await people().create({ name: "jo" });
  const sent: unknown = { $ne: null };
  const found = people().find({ name: sent as string });
  await expect(found).rejects.toThrow(/Cast to string failed/);
  expect(await people().find({ name: "jo" })).toHaveLength(1);
});

it("refuses fields that the schema does not have, in documents and in queries", async () => {
  const sent: Record<string, unknown> = { name: "jo", role: "admin" };
  await expect(people().create(sent)).rejects.toThrow(/role/);
  await expect(people().find(sent)).rejects.toThrow(/role/);
});
