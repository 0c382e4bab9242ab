import { z } from "zod";

const schema = z.object({
  /** Source of the engines without an address below: containers if Docker responds (auto), or one of the two. */
  TEST_ENGINES: z.enum(["auto", "containers", "local"]).default("auto"),
  TEST_MONGO_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }).optional(),
  TEST_KAFKA_BROKERS: z.string().optional(),
  TEST_REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DOCKER_HOST: z.string().optional(),
  XDG_RUNTIME_DIR: z.string().optional(),
});

export type TestEngine = "mongo" | "kafka" | "redis";

/** Address of each engine: a URL without a database, `host:port` separated by commas, a URL. */
export type EngineUrls = Record<TestEngine, string>;

export type EngineSettings = ReturnType<typeof readEngineSettings>;

/** Parses the settings of the engines of a test run. @throws for a wrong value */
export function readEngineSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = schema.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  const { TEST_MONGO_URL: mongo, TEST_KAFKA_BROKERS: kafka, TEST_REDIS_URL: redis } = values;
  return {
    source: values.TEST_ENGINES,
    given: { ...(mongo && { mongo }), ...(kafka && { kafka }), ...(redis && { redis }) },
    dockerHost: values.DOCKER_HOST,
    runtimeDir: values.XDG_RUNTIME_DIR,
  };
}
