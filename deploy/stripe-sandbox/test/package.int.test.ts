import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort, waitUntilOpen } from "@orbline/engines/ports";
import { repoRoot } from "@orbline/engines/paths";
import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPackage } from "../package/build.ts";
import { testCatalog } from "./catalog.ts";
import { checkBodies } from "./contract.ts";
import { pay, SECRET_KEY, urlParams, WEBHOOK_SECRET } from "./support.ts";

checkBodies();

type Manifest = { dependencies: Record<string, string>; bin: Record<string, string> };

let folder: string;
let manifest: Manifest;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "stripe-sandbox-package-"));
  await buildPackage(folder);
  manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  // Outside the repository, the package finds the dependencies that it declares and nothing else.
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repoRoot, "node_modules", name), link);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("sells a plan as an installed package, without the repository around it", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, manifest.bin["stripe-sandbox"] ?? "")], {
    cwd: folder,
    stdio: "ignore",
    env: {
      PORT: String(port),
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      CATALOG: JSON.stringify(testCatalog),
    },
  });
  let failure: string | undefined;
  const ended = once(child, "exit").then(() => (failure = "the sandbox has ended"));
  try {
    await waitUntilOpen(port, 20_000, () => failure);
    const stripe = new Stripe(SECRET_KEY, { host: "127.0.0.1", port, protocol: "http" });
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: "price_annual", quantity: 1 }],
      ...urlParams,
    });
    expect((await pay(session.url)).status).toBe(303);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({ payment_status: "paid", amount_total: 21_589 });
  } finally {
    child.kill();
    await ended;
  }
});
