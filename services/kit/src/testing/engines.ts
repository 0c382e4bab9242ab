import { randomBytes } from "node:crypto";
import { inject } from "vitest";

// Brings the declaration of what `inject` returns.
export type { EngineAddresses } from "@orbline/engines/testing/setup";

const unique = randomBytes(4).toString("hex");

/** Engine addresses for one test file: a database and a prefix for topics and groups of its own. */
export const testEngines = () => ({
  mongoUrl: new URL(`/test_${unique}`, inject("mongoUrl")).href,
  brokers: inject("kafkaBrokers").split(","),
  redisUrl: inject("redisUrl"),
  prefix: `t${unique}.`,
});
