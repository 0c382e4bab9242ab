import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  flagSetting,
  grpcClientSettings,
  grpcServerSettings,
  inProduction,
  loadConfig,
  mailSettings,
  portSetting,
  privateKeySetting,
  refuseOpenEngines,
  refuseWeakMail,
  refuseWeakTokens,
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
    NODE_ENV: "production",
    KAFKA_BROKERS: ["a:1", "b:2"],
    GRPC_TOKENS: { billing: ["x".repeat(16)] },
  });
  expect(config.ASSERTION_PUBLIC_KEY.map(({ type }) => type)).toEqual(["public"]);
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

const strong = (letter: string) => `${letter}123456789abcdef`.repeat(2);

describe("the checks for production", () => {
  const checked = z
    .object({ ...serviceSettings, ...grpcServerSettings, ...grpcClientSettings, ...mailSettings })
    .superRefine(
      inProduction((settings, refuse) => {
        refuseWeakTokens(settings, refuse);
        refuseWeakMail(settings, refuse);
      }),
    );
  const production = {
    ...right,
    GRPC_TOKENS: JSON.stringify({ billing: strong("b"), admin: strong("a") }),
    GRPC_TOKEN: strong("i"),
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "Orbline <hello@orbline.example>",
  };

  it("accept random tokens and a mail server with TLS", () => {
    expect(() => loadConfig(checked, production)).not.toThrow();
    const startTls = { ...production, SMTP_URL: "smtp://mail.example?requireTLS=true" };
    expect(() => loadConfig(checked, startTls)).not.toThrow();
  });

  it("accept anything in development", () => {
    expect(() => loadConfig(checked, { ...right, NODE_ENV: "development" })).not.toThrow();
  });

  it.each([
    ["a short token", { GRPC_TOKEN: "0123456789abcdef" }, "GRPC_TOKEN"],
    ["a repetitive token", { GRPC_TOKEN: "a".repeat(40) }, "GRPC_TOKEN"],
    ["a short accepted token", { GRPC_TOKENS: '{"billing":"0123456789abcdef"}' }, "GRPC_TOKENS"],
    [
      "one token for two callers",
      { GRPC_TOKENS: JSON.stringify({ billing: strong("b"), admin: strong("b") }) },
      "GRPC_TOKENS",
    ],
    ["no mail server", { SMTP_URL: "" }, "SMTP_URL"],
    ["mails without TLS", { SMTP_URL: "smtp://mail.example" }, "SMTP_URL"],
    ["mails whose TLS is ignored", { SMTP_URL: "smtps://mail.example?ignoreTLS=true" }, "SMTP_URL"],
    ["the sample sender", { MAIL_FROM: "" }, "MAIL_FROM"],
  ])("refuse %s", (_what, change, name) => {
    const lines = () => loadConfig(checked, { ...production, ...change });
    expect(lines).toThrow(`\n  ${name}: `);
  });
});

describe("engines in production", () => {
  const checked = z
    .object(serviceSettings)
    .superRefine(inProduction((settings, refuse) => refuseOpenEngines(settings, refuse)));
  const { GRPC_TOKEN: _token, GRPC_TOKENS: _tokens, ...open } = right;
  const MONGO_URL = "mongodb://identity:secret@db.example:27017,db2.example/identity";
  const sasl = { KAFKA_SASL_USERNAME: "identity", KAFKA_SASL_PASSWORD: "secret" };
  const closed = { ...open, MONGO_URL, ...sasl };

  it("are accepted with credentials, or with client certificates", () => {
    expect(loadConfig(checked, closed)).toMatchObject(sasl);
    const byCertificate = {
      KAFKA_SASL_PASSWORD: "",
      KAFKA_TLS: "true",
      KAFKA_TLS_CERT: "/run/secrets/kafka.pem",
    };
    expect(() => loadConfig(checked, { ...closed, ...byCertificate })).not.toThrow();
    const x509 = { MONGO_URL: "mongodb://db.example/identity?authMechanism=MONGODB-X509" };
    expect(() => loadConfig(checked, { ...closed, ...x509 })).not.toThrow();
  });

  it("are refused without credentials, unless ALLOW_OPEN_ENGINES is true or it is not production", () => {
    expect(() => loadConfig(checked, open)).toThrow(
      /MONGO_URL: needs credentials[^]*KAFKA_SASL_PASSWORD: needs credentials/,
    );
    expect(() => loadConfig(checked, { ...open, ALLOW_OPEN_ENGINES: "true" })).not.toThrow();
    expect(() => loadConfig(checked, { ...open, NODE_ENV: "development" })).not.toThrow();
  });

  it.each([
    ["a user without a password", { KAFKA_SASL_PASSWORD: "" }, "KAFKA_SASL_PASSWORD"],
    ["a password without a user", { KAFKA_SASL_USERNAME: "" }, "KAFKA_SASL_USERNAME"],
    [
      "a certificate that no connection uses",
      { KAFKA_SASL_PASSWORD: "", KAFKA_TLS_CERT: "/run/secrets/kafka.pem" },
      "KAFKA_SASL_PASSWORD",
    ],
    ["a name in the address", { MONGO_URL: "mongodb://identity@db.example/identity" }, "MONGO_URL"],
    ["an empty password", { MONGO_URL: "mongodb://identity:@db.example/identity" }, "MONGO_URL"],
  ])("are refused with %s", (_what, change, name) => {
    expect(() => loadConfig(checked, { ...closed, ...change })).toThrow(
      `\n  ${name}: needs credentials`,
    );
  });
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-secret-"));
  const file = join(folder, "grpc_token");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is read from the variable with _FILE, without the line break at its end", () => {
    writeFileSync(file, `${"z".repeat(16)}\n`);
    const { GRPC_TOKEN: _token, ...others } = right;
    const config = loadConfig(schema, { ...others, GRPC_TOKEN: "", GRPC_TOKEN_FILE: file });
    expect(config.GRPC_TOKEN).toBe("z".repeat(16));
    const piped = schema.transform((settings) => settings);
    expect(loadConfig(piped, { ...others, GRPC_TOKEN_FILE: file }).GRPC_TOKEN).toHaveLength(16);
  });

  it("is read although a command sets the variable to undefined", () => {
    writeFileSync(file, "z".repeat(16));
    const env = { ...right, GRPC_TOKEN: undefined, GRPC_TOKEN_FILE: file };
    expect(loadConfig(schema, env).GRPC_TOKEN).toBe("z".repeat(16));
  });

  it.each([
    ["beside the variable itself", "z".repeat(16), { GRPC_TOKEN: right.GRPC_TOKEN }, "is set too"],
    ["that is missing", "z".repeat(16), { GRPC_TOKEN_FILE: "/nowhere" }, "cannot read /nowhere"],
    ["that is empty", " \n", {}, `${file} is empty`],
  ])("is refused %s, in one line that does not quote it", (_what, content, change, message) => {
    writeFileSync(file, content);
    const failure = failureOf({ ...right, GRPC_TOKEN: "", GRPC_TOKEN_FILE: file, ...change });
    expect(failure.split("\n")).toHaveLength(2);
    expect(failure).toContain("GRPC_TOKEN_FILE: ");
    expect(failure).toContain(message);
    expect(failure).not.toContain("zzz");
  });
});
