import { createLogger } from "@orbline/kit/logger";
import { connectMongo } from "@orbline/kit/mongo";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mongoWebhookInbox } from "../src/store/mongo-webhook-inbox.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
});
afterAll(() => connection.close());

test("a finished event keeps nothing of what it said, and can be worked on again", async () => {
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
