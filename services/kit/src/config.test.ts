import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import {
  flagSetting,
  grpcClientSettings,
  grpcServerSettings,
  loadConfig,
  portSetting,
  privateKeySetting,
  serviceSettings,
} from "./config.ts";
import { testKeys } from "./testing/keys.ts";

const schema = z.object({
  ...serviceSettings,
  ...grpcServerSettings,
  ...grpcClientSettings,
  HTTP_PORT: portSetting(8101),
  INSECURE: flagSetting(false),
});

const right = {
  MONGO_URL: "mongodb://127.0.0.1:27017/identity",
  KAFKA_BROKERS: "a:1, b:2",
  ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
  GRPC_TOKENS: JSON.stringify({ billing: "x".repeat(16) }),
  GRPC_TOKEN: "y".repeat(16),
};

const failureOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(schema, env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the configuration was accepted");
};

it("reads given variables and fills in defaults", () => {
  const config = loadConfig(schema, { ...right, HTTP_PORT: "0", INSECURE: "1", HOST: "" });
  expect(config).toMatchObject({
    HOST: "127.0.0.1",
    HTTP_PORT: 0,
    INSECURE: true,
    NODE_ENV: "development",
    KAFKA_BROKERS: ["a:1", "b:2"],
    GRPC_TOKENS: { billing: "x".repeat(16) },
  });
  expect(config.ASSERTION_PUBLIC_KEY.type).toBe("public");
});

it("names every variable that is missing or wrong in one error", () => {
  const message = failureOf({ HTTP_PORT: "70000", INSECURE: "maybe", LOG_LEVEL: "loud" });
  const names = message
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(":")[0]);
  expect(new Set(names)).toEqual(
    new Set([...Object.keys(right), "HTTP_PORT", "INSECURE", "LOG_LEVEL"]),
  );
});

const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const rsaPem = rsa.publicKey.export({ type: "spki", format: "pem" });

it.each([
  ["HTTP_PORT", "80a"],
  ["HTTP_PORT", "-1"],
  ["MONGO_URL", "http://127.0.0.1/x"],
  ["MONGO_URL", "mongodb://127.0.0.1:27017"],
  ["KAFKA_BROKERS", " , "],
  ["ASSERTION_PUBLIC_KEY", "nonsense"],
  ["ASSERTION_PUBLIC_KEY", Buffer.from(rsaPem).toString("base64")],
  ["ASSERTION_PUBLIC_KEY", testKeys.env.ASSERTION_PRIVATE_KEY],
  ["GRPC_TOKENS", "{not json"],
  ["GRPC_TOKENS", '{"billing":"short"}'],
  ["GRPC_TOKENS", '["billing"]'],
  ["GRPC_TOKEN", "short"],
])("refuses %s=%s without quoting the value", (name, value) => {
  const message = failureOf({ ...right, [name]: value });
  expect(message.split("\n")).toHaveLength(2);
  expect(message).toContain(name);
  expect(message).not.toContain(value.padEnd(4, "…"));
});

it("reads the private key of the pair", () => {
  const key = loadConfig(z.object({ KEY: privateKeySetting }), {
    KEY: testKeys.env.ASSERTION_PRIVATE_KEY,
  });
  expect(key.KEY.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
});
