import { z } from "zod";

const schema = z.object({
  /** Where engines come from that have no address here: containers if Docker answers (auto), or one of the two. */
  TEST_ENGINES: z.enum(["auto", "containers", "local"]).default("auto"),
  TEST_MONGO_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }).optional(),
  TEST_KAFKA_BROKERS: z.string().optional(),
  TEST_REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DOCKER_HOST: z.string().optional(),
  XDG_RUNTIME_DIR: z.string().optional(),
});

/** The engines that integration tests stand on. */
export type TestEngine = "mongo" | "kafka" | "redis";

/** Where each engine answers: a URL without a database, `host:port` with commas, a URL. */
export type EngineUrls = Record<TestEngine, string>;

/** What the environment says about the engines of a test run. */
export const readEngineSettings = (env: NodeJS.ProcessEnv = process.env) => {
  const values = schema.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  const { TEST_MONGO_URL: mongo, TEST_KAFKA_BROKERS: kafka, TEST_REDIS_URL: redis } = values;
  return {
    source: values.TEST_ENGINES,
    given: { ...(mongo && { mongo }), ...(kafka && { kafka }), ...(redis && { redis }) },
    dockerHost: values.DOCKER_HOST,
    runtimeDir: values.XDG_RUNTIME_DIR,
  };
};

/** Those settings, parsed. */
export type EngineSettings = ReturnType<typeof readEngineSettings>;
