import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, expectOk, signIn } from "@orbline/demo/http-client";
import { run } from "@orbline/engines/command";
import { freePortBase } from "@orbline/engines/ports";
import { eventually } from "@orbline/kit/testing/eventually";
import { portsFrom, type Product, startProduct } from "@orbline/stack/product";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Manifest } from "../src/manifest.ts";

/** A whole product starts twice, also on a busy machine. */
const timeout = 420_000;

let folder: string;
let product: Product | undefined;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orbline-restore-"));
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

it(
  "restores a product into an empty stack with every aggregate, and it goes on from there",
  { timeout },
  async () => {
    const portBase = await freePortBase(24);
    const command = async (
      name: "backup" | "restore",
      option: string,
      backup: string,
      data: string,
    ) =>
      run(process.execPath, [`deploy/backup/src/commands/${name}.ts`, option, at(backup)], {
        env: { ...process.env, ...(await portsFrom(portBase)), DATA_DIR: at(data) },
      });

    product = await startProduct({ dataDir: at("first"), portBase });
    const subscriber = await logIn(product, "subscriber");
    for (const riskLevel of ["moderate", "aggressive"])
      expectOk(
        await subscriber.post("/api/new-prediction", { sport: "nba", riskLevel, requestCount: 1 }),
        "prediction",
      );
    const before = await seenBy(product);
    await product.stop();
    await command("backup", "--to", "backup", "first");

    // Keys and the sandbox's own file are kept apart from the backup.
    mkdirSync(at("second"));
    for (const kept of ["secrets.env", "stripe-sandbox"])
      cpSync(join(at("first"), kept), join(at("second"), kept), { recursive: true });
    await command("restore", "--from", "backup", "second");
    await command("backup", "--to", "again", "second");
    expect(filesOf("again")).toEqual(filesOf("backup"));
    const counts = Object.fromEntries(filesOf("backup").map(({ path, count }) => [path, count]));
    expect(counts).toMatchObject({
      "orbline_identity/users.bson.gz": 4,
      "orbline_billing/subscriptions.bson.gz": 2,
      "orbline_prediction/predictions.bson.gz": 2,
      "orbline_admin/user_views.bson.gz": 4,
      "topics/identity.users.jsonl.gz": 4,
    });

    product = await startProduct({ dataDir: at("second"), portBase });
    const restored = product;
    await eventually(async () => expect(await seenBy(restored)).toEqual(before), {
      timeoutMs: 30_000,
    });
    const again = await logIn(product, "subscriber");
    expectOk(
      await again.post("/api/new-prediction", {
        sport: "nba",
        riskLevel: "aggressive",
        requestCount: 1,
      }),
      "prediction after the restore",
    );
    expect(await verifyAudit(product)).toMatch(/^\d+ entries, intact/);
  },
);

const logIn = ({ url, logins }: Product, who: string): Promise<Client> =>
  signIn(url, logins.find((login) => login.who === who) ?? { username: who, password: "" });

/** What users and an admin see. Sessions are in Redis and end, so the time of the last login differs. */
async function seenBy(running: Product) {
  const subscriber = await logIn(running, "subscriber");
  const admin = await logIn(running, "admin");
  const read = async (client: Client, path: string) =>
    expectOk(await client.get<object>(path), path);
  return {
    predictions: await read(subscriber, "/api/predictions"),
    subscription: await read(subscriber, "/api/subscription/status"),
    users: await read(admin, "/api/admin/users/subscriptions"),
    payments: await read(admin, "/api/admin/payments"),
  };
}

/** Every file of a backup with its count and SHA-256. */
function filesOf(backup: string) {
  const manifest = JSON.parse(readFileSync(join(at(backup), "manifest.json"), "utf8")) as Manifest;
  return [...manifest.collections, ...manifest.topics].map(({ path, count, sha256 }) => ({
    path,
    count,
    sha256,
  }));
}

function verifyAudit({ settings: { ports }, secrets }: Product): Promise<string> {
  return run(process.execPath, ["services/admin/src/audit-verify.ts"], {
    env: {
      ...process.env,
      AUDIT_KEY: secrets.AUDIT_KEY,
      MONGO_URL: `mongodb://127.0.0.1:${ports.MONGO_PORT}/orbline_admin`,
      KAFKA_BROKERS: `127.0.0.1:${ports.KAFKA_PORT}`,
      KAFKA_PASSWORD_OPERATOR: secrets.KAFKA_PASSWORD_OPERATOR,
    },
  });
}
