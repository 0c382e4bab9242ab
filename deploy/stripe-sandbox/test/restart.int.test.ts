import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "@orbline/engines/paths";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
import {
  daySeconds,
  SECRET_KEY,
  WEBHOOK_SECRET,
  clientFor,
  idOf,
  openTrial,
  pay,
  startReceiver,
  startSandbox,
} from "./support.ts";

checkBodies();

let folder: string;
let dataFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stripe-sandbox-"));
  dataFile = join(folder, "sandbox.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startTimeout = { timeoutMs: 60_000 };

const main = join(import.meta.dirname, "../src/main.ts");

const startProcess = (env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [main], {
    env: {
      PATH: process.env["PATH"] ?? "",
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      DATA_FILE: dataFile,
      PORT: "0",
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Collects the output of a process until it ends. */
const follow = (child: ChildProcess) => {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  /** The port that the process chose and logged. */
  const listening = () =>
    eventually(() => {
      const [, port] = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(output) ?? [];
      if (port === undefined) throw new Error(`it does not listen yet:\n${output}`);
      return Number(port);
    }, startTimeout);
  return { ended, listening };
};

describe("restart", () => {
  it("keeps objects, clock, timers, idempotent responses and undelivered webhooks over a restart", async () => {
    const first = await startSandbox({ dataFile, webhookUrl: "http://127.0.0.1:9/unreachable" });
    const session = await openTrial(first.stripe);
    await pay(session.url);
    const customer = await first.stripe.customers.create(
      { name: "Kept" },
      { idempotencyKey: "kept-1" },
    );
    first.sandbox.control.advance(daySeconds);
    const { now } = first.sandbox.control.state();
    await first.sandbox.close();

    const receiver = await startReceiver();
    const second = await startSandbox({ dataFile, webhookUrl: receiver.url });
    expect(second.sandbox.control.state().now).toBeGreaterThanOrEqual(now);
    const again = await second.stripe.customers.create(
      { name: "Kept" },
      { idempotencyKey: "kept-1" },
    );
    expect(again.id).toBe(customer.id);
    const { subscription } = await second.stripe.checkout.sessions.retrieve(session.id);
    second.sandbox.control.advance(daySeconds + 2 * 3600);
    expect(await second.stripe.subscriptions.retrieve(idOf(subscription))).toMatchObject({
      status: "active",
    });
    const { data } = await second.stripe.invoices.list({ subscription: idOf(subscription) });
    expect(data[0]).toMatchObject({ status: "paid", amount_paid: 1999 });
    await eventually(() => {
      expect(second.sandbox.control.deliveries({ state: "pending" })).toEqual([]);
      expect(receiver.received.map(({ type }) => type)).toContain("checkout.session.completed");
    });
    await second.sandbox.close();
    await receiver.close();
  });

  it("loses no acknowledged write when the process is killed while it writes", async () => {
    const child = startProcess();
    const { ended, listening } = follow(child);
    const stripe = clientFor(await listening());
    const acknowledged: string[] = [];
    const write = async () => {
      for (;;) acknowledged.push((await stripe.customers.create({ name: "Written" })).id);
    };
    const writers = Promise.allSettled([write(), write(), write(), write()]);
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(100), startTimeout);
    child.kill("SIGKILL");
    await Promise.all([writers, ended]);

    const { sandbox, stripe: after } = await startSandbox({ dataFile });
    const kept = new Set<string>();
    for await (const { id } of after.customers.list({ limit: 100 })) kept.add(id);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await sandbox.close();
  });
});

describe("start", () => {
  it.each([
    ["in production", { NODE_ENV: "production" }, /does not start in production/],
    ["with a live key", { STRIPE_SECRET_KEY: "sk_live_1" }, /STRIPE_SECRET_KEY/],
    ["without a webhook secret", { STRIPE_WEBHOOK_SECRET: "" }, /STRIPE_WEBHOOK_SECRET/],
  ])("refuses to start %s", async (_when, env, reason) => {
    const { code, output } = await follow(startProcess(env)).ended;
    expect(code).not.toBe(0);
    expect(output).toMatch(reason);
  });

  it("responds to the health check and stops cleanly on SIGTERM", async () => {
    const child = startProcess();
    const { ended, listening } = follow(child);
    const health = await fetch(`http://127.0.0.1:${await listening()}/healthz`);
    expect(await health.json()).toMatchObject({ status: "ok" });
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  });
});
