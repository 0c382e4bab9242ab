import { randomBytes } from "node:crypto";
import { inject } from "vitest";

// Declares the type of `inject`.
export type { EngineAddresses } from "@orbline/engines/testing/setup";

const unique = randomBytes(4).toString("hex");

/** Engine addresses for one test file, with its own database and its own prefix for topics and groups. */
export const testEngines = () => ({
  mongoUrl: new URL(`/test_${unique}`, inject("mongoUrl")).href,
  brokers: inject("kafkaBrokers").split(","),
  redisUrl: inject("redisUrl"),
  prefix: `t${unique}.`,
});
