import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Secrets, ensureSecrets } from "./secrets.ts";
import { type ProgramName, programEnv } from "./service-env.ts";
import { parseSettings } from "./settings.ts";

const decode = (text: string) => Buffer.from(text, "base64");

const context = () => ({ settings: parseSettings({ REDIS_PORT: "7000" }), secrets });

let dataDir: string;
let secrets: Secrets;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-secrets-"));
  secrets = ensureSecrets(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("secrets", () => {
  it("they are made once and only their owner may read them", () => {
    expect(ensureSecrets(dataDir)).toEqual(secrets);
    expect(statSync(join(dataDir, "secrets.env")).mode & 0o777).toBe(0o600);
  });

  it("another installation has others", () => {
    const other = mkdtempSync(join(tmpdir(), "orbline-secrets-"));
    const theirs = ensureSecrets(other);
    rmSync(other, { recursive: true, force: true });
    const shared = Object.values(theirs).filter((value) => Object.values(secrets).includes(value));
    expect(shared).toEqual([]);
  });

  it("the two halves of the assertion key belong together", () => {
    const message = Buffer.from("caller");
    const signature = sign(
      "sha256",
      message,
      createPrivateKey(decode(secrets.ASSERTION_PRIVATE_KEY)),
    );
    const key = createPublicKey(decode(secrets.ASSERTION_PUBLIC_KEY));
    expect(verify("sha256", message, key, signature)).toBe(true);
  });

  it("demo passwords satisfy the rules of the registration form", () => {
    for (const password of [secrets.DEMO_ADMIN_PASSWORD, secrets.DEMO_FREE_PASSWORD]) {
      expect(password).toMatch(/^(?=.*[A-Z])(?=.*\d).{8,}$/);
    }
  });
});

describe("the environment of a program", () => {
  it("each service has a database of its own", () => {
    const identity = programEnv("identity", context());
    const billing = programEnv("billing", context());
    expect(identity["MONGO_URL"]).toMatch(/^mongodb:\/\/127\.0\.0\.1:27117\/orbline_identity\?/);
    expect(billing["MONGO_URL"]).toMatch(/^mongodb:\/\/127\.0\.0\.1:27117\/orbline_billing\?/);
  });

  it("a service knows the gRPC secrets of its callers and its own, and no others", () => {
    const tokensOf = (name: ProgramName) =>
      Object.entries(secrets)
        .filter(([secret]) => secret.startsWith("GRPC_TOKEN_"))
        .filter(([, value]) => JSON.stringify(programEnv(name, context())).includes(value))
        .map(([secret]) => secret.replace("GRPC_TOKEN_", "").toLowerCase());
    expect(tokensOf("identity")).toEqual(["identity", "billing", "prediction", "admin"]);
    expect(tokensOf("billing")).toEqual(["identity", "billing", "prediction", "admin"]);
    expect(tokensOf("prediction")).toEqual(["identity", "prediction", "admin"]);
    expect(tokensOf("admin")).toEqual(["identity", "admin"]);
    expect(tokensOf("gateway")).toEqual([]);
  });

  it("only the gateway may sign assertions", () => {
    for (const name of ["identity", "billing", "prediction", "admin"] as const) {
      expect(programEnv(name, context())).not.toHaveProperty("ASSERTION_PRIVATE_KEY");
    }
    expect(programEnv("gateway", context())).toHaveProperty("ASSERTION_PRIVATE_KEY");
  });

  it("a moved engine is found by everyone who uses it", () => {
    expect(programEnv("identity", context())["REDIS_URL"]).toBe("redis://127.0.0.1:7000");
    expect(programEnv("gateway", context())["REDIS_URL"]).toBe("redis://127.0.0.1:7000");
  });

  it("gateway and services meet in one folder, unless it lies too deep for socket files", () => {
    const foldersIn = (path: string) => {
      const settings = parseSettings({ DATA_DIR: path });
      const names = ["gateway", "identity", "billing", "prediction", "admin"] as const;
      return new Set(names.map((name) => programEnv(name, { settings, secrets })["SOCKET_DIR"]));
    };
    expect(foldersIn("/data")).toEqual(new Set(["/data/run"]));
    expect(foldersIn(`/${"x".repeat(82)}`)).toEqual(new Set([`/${"x".repeat(82)}/run`]));
    expect(foldersIn(`/${"x".repeat(83)}`)).toEqual(new Set([undefined]));
    expect(foldersIn(`/${"ü".repeat(82)}`)).toEqual(new Set([undefined]));
  });

  it("an external Mongo keeps its credentials and gets the service's database", () => {
    const settings = parseSettings({ MONGO_URL: "mongodb://me:pw@db.example:27017/?tls=true" });
    const url = programEnv("admin", { settings, secrets })["MONGO_URL"];
    expect(url).toMatch(/^mongodb:\/\/me:pw@db\.example:27017\/orbline_admin\?tls=true&/);
  });

  it("cookies are insecure only on a plain http origin", () => {
    const settings = parseSettings({ PUBLIC_ORIGIN: "https://orbline.example" });
    expect(programEnv("gateway", { settings, secrets })).not.toHaveProperty("COOKIE_INSECURE");
    expect(programEnv("gateway", context())["COOKIE_INSECURE"]).toBe("true");
  });
});
