import { randomBytes } from "node:crypto";
import { inject } from "vitest";

/** Addresses of the engines that one test run shares. */
export type EngineAddresses = { mongoUrl: string; kafkaBrokers: string; redisUrl: string };

declare module "vitest" {
  interface ProvidedContext extends EngineAddresses {}
}

const unique = randomBytes(4).toString("hex");

/** Engine addresses for one test file: a database and a prefix for topics and groups of its own. */
export const testEngines = () => ({
  mongoUrl: new URL(`/test_${unique}`, inject("mongoUrl")).href,
  brokers: inject("kafkaBrokers").split(","),
  redisUrl: inject("redisUrl"),
  prefix: `t${unique}.`,
});
