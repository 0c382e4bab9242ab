import { afterEach, expect, it, vi } from "vitest";
import { composeServices } from "../compose-file.ts";
import { readEngineSettings } from "./config.ts";
import { openCommand } from "./containers.ts";
import { setup } from "./setup.ts";

const addresses = {
  TEST_MONGO_URL: "mongodb://db.example:27017",
  TEST_KAFKA_BROKERS: "one.example:9092,two.example:9092",
  TEST_REDIS_URL: "redis://cache.example:6379",
};

afterEach(() => vi.unstubAllEnvs());

it("uses the engines that the environment names and starts none", async () => {
  for (const [name, value] of Object.entries(addresses)) vi.stubEnv(name, value);
  const provided: Record<string, string> = {};
  const project = { provide: (name: string, value: string) => (provided[name] = value) };
  const teardown = await setup(project as unknown as Parameters<typeof setup>[0]);
  expect(provided).toEqual({
    mongoUrl: addresses.TEST_MONGO_URL,
    kafkaBrokers: addresses.TEST_KAFKA_BROKERS,
    redisUrl: addresses.TEST_REDIS_URL,
  });
  expect(teardown).toBeUndefined();
});

it("refuses a TEST_ENGINES other than auto, containers or local", () => {
  expect(() => readEngineSettings({ TEST_ENGINES: "docker" })).toThrow(/TEST_ENGINES/);
  expect(readEngineSettings({}).source).toBe("auto");
});

it("starts the engines of the Compose file without users in containers of tests", () => {
  const services = composeServices();
  expect(openCommand(services["redis"]?.command ?? [])).toEqual([
    "redis-server",
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--save",
    "",
    "--tracking-table-max-keys",
    "100000",
  ]);
  expect(openCommand(services["mongo"]?.command ?? [])).toEqual([
    "mongod",
    "--wiredTigerCacheSizeGB",
    "1",
  ]);
});
