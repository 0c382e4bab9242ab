import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Connection } from "mongoose";
import type { WebhooksResponse } from "@orbline/proto/http/admin/operations";
import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhookCollection } from "../src/store/webhooks.ts";
import { buyers } from "./buyers.ts";
import { adminGet, operationsGrpc, startSystem, type System } from "./service.ts";

type Line = Record<string, unknown> & { level: string; eventId?: string };

const lines: Line[] = [];
const write = (text: string) => void lines.push(JSON.parse(text) as Line);
const logger = createLogger({ service: "test", level: "info", stream: { write } });

let system: System;
let admin: ReturnType<typeof operationsGrpc>;
let connection: Connection;
let isDown = true;
beforeAll(async () => {
  const wrapPort = <Port extends object>(name: string, port: Port): Port => {
    if (name !== "provider") return port;
    const findInvoice = async () => {
      if (isDown) throw new Error("no invoice today");
      return { paymentIds: [] };
    };
    return { ...port, findInvoice };
  };
  system = await startSystem({}, { logger, wrapPort });
  admin = operationsGrpc(system.billing.grpcPort);
  connection = await connectMongo({ url: system.env["MONGO_URL"] ?? "", logger });
});
afterAll(async () => {
  admin.close();
  await connection.close();
  await system.stop();
});

const { signUp } = buyers(() => system);

const linesOf = (id: string) => lines.filter(({ eventId }) => eventId === id);

const rowOf = async (id: string) =>
  (await adminGet<WebhooksResponse>(system.billing.port, `/api/admin/webhooks?id=${id}`))
    .webhooks[0];

const countOf = async (outcome: string) => {
  const text = await (await fetch(`http://127.0.0.1:${system.billing.port}/metrics`)).text();
  const line = new RegExp(`^webhook_events_total\\{.*outcome="${outcome}".*\\} (\\d+)$`, "m");
  return Number(line.exec(text)?.[1]);
};

/** Delivers a signed event about an object. */
const deliver = async (id: string, type: string, objectId: string) => {
  const payload = JSON.stringify({ id, object: "event", type, data: { object: { id: objectId } } });
  const secret = system.env["STRIPE_WEBHOOK_SECRET"] ?? "";
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const url = `http://127.0.0.1:${system.billing.port}/api/webhooks/stripe`;
  const headers = { "stripe-signature": signature, "content-type": "application/json" };
  expect((await fetch(url, { method: "POST", headers, body: payload })).status).toBe(200);
};

it("stores and logs the reason of an ignored event once, with the id of the event", async () => {
  const { sessionId } = await signUp({ plan: "monthly" });
  await deliver("evt_type", "product.created", "prod_1");
  await deliver("evt_gone", "customer.subscription.updated", "sub_gone");
  await deliver("evt_unpaid", "checkout.session.completed", sessionId);
  for (const [id, reason] of [
    ["evt_type", "type-not-handled"],
    ["evt_gone", "unknown-at-provider"],
    ["evt_unpaid", "unpaid"],
  ] as const) {
    await eventually(async () => {
      expect(await rowOf(id)).toMatchObject({ outcome: "ignored", reason });
      // Billing writes the log line after the row.
      expect(linesOf(id)).toMatchObject([
        { level: "info", msg: "a webhook event was ignored", requestId: id, reason },
      ]);
    });
  }
  // The sign-up's own events may be ignored at any time, so the counter is compared with all such lines.
  await eventually(async () => {
    const ignored = lines.filter(({ msg }) => msg === "a webhook event was ignored");
    expect(await countOf("ignored")).toBe(ignored.length);
  });
});

it("logs a failing event with its id, gives it up after the last attempt, and clears its error by a replay", async () => {
  const id = "evt_fails";
  await deliver(id, "invoice.paid", "in_1");
  await eventually(async () => {
    expect(await rowOf(id)).toMatchObject({ outcome: "open", lastError: "no invoice today" });
  });
  // Billing writes this log line before the row.
  expect(linesOf(id)[0]).toMatchObject({ level: "warn", requestId: id, attempts: 1 });
  await webhookCollection(connection).updateOne(
    { _id: id },
    { $set: { attempts: 99, dueAt: new Date() } },
  );
  await eventually(async () => {
    expect(await rowOf(id)).toMatchObject({ outcome: "failed", lastError: "no invoice today" });
    expect(linesOf(id).filter(({ level }) => level === "error")).toMatchObject([
      { msg: "a webhook event was given up", attempts: 100, objectId: "in_1" },
    ]);
  });
  expect(await countOf("failed")).toBe(1);

  isDown = false;
  const { webhook } = await admin.ReplayWebhook({ id });
  expect(webhook?.lastError).toBeUndefined();
  await eventually(async () => {
    expect(await rowOf(id)).toMatchObject({ outcome: "ignored", reason: "not-charged" });
  });
  expect((await rowOf(id))?.lastError).toBeNull();
});
