import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { type CheckoutDocument, mongoCheckouts } from "../src/store/mongo-checkouts.ts";
import {
  mongoTrialCards,
  type TrialCardDocument,
  trialCardId,
} from "../src/store/mongo-trial-cards.ts";
import { type InboxDocument, mongoWebhookInbox } from "../src/store/mongo-webhook-inbox.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
});
afterAll(() => connection.close());

it("events that an earlier version stored are listed and worked on, and its unpaid pages get an end", async () => {
  const receivedAt = new Date("2026-01-02T03:04:05.678Z");
  const stored = { type: "invoice.paid", objectId: "in_1", payload: "{}", receivedAt, attempts: 0 };
  const documents = connection.collection<Partial<InboxDocument>>("webhook_inbox");
  await documents.insertMany([
    { _id: "evt_open", ...stored, dueAt: receivedAt },
    { _id: "evt_done", ...stored, finishedAt: receivedAt, dueAt: receivedAt },
  ]);
  const createdAt = receivedAt;
  const page = { plan: "monthly", source: "test", status: "open", createdAt } as const;
  const guest = { secretHash: "x", email: "a@example.com", mailed: 0 };
  const pages = connection.collection<CheckoutDocument>("checkouts");
  await pages.insertMany([
    { _id: "chk_unpaid", ...page, guest },
    { _id: "chk_claimed", ...page, guest: { secretHash: "x", mailed: 1, paidAt: receivedAt } },
    { _id: "chk_user", ...page, userId: "usr_1" },
  ]);
  await migrate(connection, migrations);

  const weekLater = new Date("2026-01-09T03:04:05.678Z");
  expect(await mongoCheckouts({ connection }).findRemindable(weekLater, 10)).toMatchObject([
    { id: "chk_unpaid", remindAt: weekLater },
  ]);
  const inbox = mongoWebhookInbox({ connection });
  expect(await inbox.findOpen("evt_open")).toMatchObject({ type: "invoice.paid" });
  expect(await inbox.findOpen("evt_done")).toBeUndefined();
  expect(await inbox.findDue(weekLater, 10)).toEqual(["evt_open"]);
  const { rows } = await inbox.list({ limit: 10 });
  expect(rows.map(({ id, outcome }) => [id, outcome])).toEqual([
    ["evt_open", "open"],
    ["evt_done", "done"],
  ]);
});

it("cards that an earlier version kept by the provider's fingerprint stay used, by a hash of it", async () => {
  const cards = connection.collection<TrialCardDocument>("trial_cards");
  await cards.insertOne({ _id: "Xt5EWLLDS7FJjR1c", userId: "usr_1", claimedAt: new Date() });
  await connection.collection("migrations").deleteMany({});
  await migrate(connection, migrations);
  await connection.collection("migrations").deleteMany({});
  await migrate(connection, migrations);
  const trialCards = mongoTrialCards({ connection });
  expect(await trialCards.claim("Xt5EWLLDS7FJjR1c", "usr_2")).toBe(false);
  expect(await trialCards.claim("Xt5EWLLDS7FJjR1c", "usr_1")).toBe(true);
  expect(JSON.stringify(await cards.find().toArray())).not.toContain("Xt5EWLLDS7FJjR1c");
});

it("what an earlier version kept of users who have left leads to nobody any more, and others keep theirs", async () => {
  const rowsOf = (name: string) => connection.collection<{ _id: string; userId?: string }>(name);
  const [cards, conversions] = [rowsOf("trial_cards"), rowsOf("affiliate_conversions")];
  const claimedAt = new Date();
  await rowsOf("erased_users").insertOne({ _id: "usr_left" });
  const [left, stays] = [{ userId: "usr_left" }, { userId: "usr_stays" }];
  const usedByLeft = { _id: "a1EWLLDS7FJjR1ca", ...left, claimedAt };
  const usedByOther = { _id: "b1EWLLDS7FJjR1cb", ...stays, claimedAt };
  await cards.insertMany([usedByLeft, usedByOther]);
  const counted = { code: "ad", plan: "monthly", month: "2026-01" };
  const ofOther = { _id: "pi_stays", ...stays, ...counted };
  await conversions.insertMany([{ _id: "pi_left", ...left, ...counted }, ofOther]);
  await connection.collection("migrations").deleteMany({});
  await migrate(connection, migrations);

  const usedCard = trialCardId(usedByLeft._id);
  expect(await cards.findOne({ _id: usedCard })).toEqual({ _id: usedCard });
  const _id = trialCardId(usedByOther._id);
  expect(await cards.findOne({ _id })).toEqual({ ...usedByOther, _id });
  expect(await conversions.findOne({ _id: "pi_left" })).toEqual({ _id: "pi_left", ...counted });
  expect(await conversions.findOne({ _id: "pi_stays" })).toEqual(ofOther);
});
