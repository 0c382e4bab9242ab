import { createHash, randomBytes } from "node:crypto";
import { expect, inject } from "vitest";

// Declares the type of `inject`.
export type { EngineAddresses } from "@orbline/engines/testing/setup";

const worker = randomBytes(4).toString("hex");

/** A name that is unique to the current test file, even if several files share a worker. */
function fileName(): string {
  const { testPath = "" } = expect.getState();
  return createHash("sha256").update(`${worker} ${testPath}`).digest("hex").slice(0, 8);
}

/** Engine addresses for one test file, with its own database and its own prefix for topics and groups. */
export const testEngines = () => {
  const unique = fileName();
  return {
    mongoUrl: new URL(`/test_${unique}`, inject("mongoUrl")).href,
    brokers: inject("kafkaBrokers").split(","),
    redisUrl: inject("redisUrl"),
    prefix: `t${unique}.`,
  };
};
