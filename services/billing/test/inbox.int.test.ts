import { AppError } from "@orbline/kit/errors";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mongoWebhookInbox } from "../src/store/mongo-webhook-inbox.ts";
import { processWebhook } from "../src/use-cases/process-webhook.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
});
afterAll(() => connection.close());

it("a finished event keeps nothing of what it said, and can be worked on again", async () => {
  const inbox = mongoWebhookInbox({ connection });
  const about = { id: "evt_told", type: "invoice.paid", objectId: "in_1" };
  await inbox.receive({ ...about, payload: '{"customer_email":"jo@example.com"}' });
  const stored = async () =>
    JSON.stringify(
      await connection.collection("webhook_inbox").find({ objectId: "in_1" }).toArray(),
    );
  expect(await stored()).toContain("jo@example.com");
  await inbox.finish(about.id, "done");
  expect(await stored()).not.toContain("jo@example.com");
  await inbox.reopen(about.id, new Date());
  expect(await inbox.findOpen(about.id)).toMatchObject(about);
});

it("an event whose end was written and not confirmed stays ended, and is never due again", async () => {
  const inbox = mongoWebhookInbox({ connection });
  await inbox.receive({ id: "evt_ended", type: "invoice.paid", objectId: "in_2", payload: "{}" });
  await inbox.finish("evt_ended", "done");
  await inbox.postpone("evt_ended", "connection closed", new Date(0));
  expect(await inbox.findDue(new Date(0), 100)).toEqual([]);
  await inbox.finish("evt_ended", "failed");
  const { rows } = await inbox.list({ limit: 1, id: "evt_ended" });
  expect(rows).toMatchObject([{ outcome: "done", attempts: 1 }]);
});

it("an event that was given up and is replayed is tried as often as a new one", async () => {
  const inbox = mongoWebhookInbox({ connection });
  const id = "evt_given_up";
  const work = processWebhook({
    inbox,
    sync: () => Promise.reject(new AppError("unavailable", "payments.unavailable", "down")),
    clock: { now: () => new Date(0) },
    report: () => undefined,
  } as unknown as Parameters<typeof processWebhook>[0]);
  await inbox.receive({ id, type: "invoice.paid", objectId: "sub_1", payload: "{}" });
  const events = connection.collection<{ _id: string; attempts: number }>("webhook_inbox");
  await events.updateOne({ _id: id }, { $set: { attempts: 99 } });
  await work(id);
  expect(await inbox.findOpen(id)).toBeUndefined();
  expect(await inbox.reopen(id, new Date())).toMatchObject({ outcome: "open", attempts: 0 });
  await work(id);
  expect(await inbox.findOpen(id)).toMatchObject({ attempts: 1 });
});
