import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { groupedInserts, groupedReads } from "../src/store/grouped-commands.ts";
import { ownDatabase } from "./live.ts";

type Note = { _id: number; text: string };

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: ownDatabase(), logger });
});
afterAll(() => connection.close());

function openNotes() {
  const notes = connection.collection<Note>("notes");
  const insertMany = vi.fn<(documents: Note[]) => Promise<unknown>>((documents) =>
    notes.insertMany(documents, { ordered: false }),
  );
  return { notes, insertMany, insert: groupedInserts(insertMany) };
}

it("stores concurrent documents in a few commands, and each taken key only once", async () => {
  const { notes, insertMany, insert } = openNotes();
  const ids = Array.from({ length: 200 }, (_, index) => index % 150);
  const added = await Promise.all(ids.map((_id) => insert({ _id, text: `note ${_id}` })));
  expect(added).toEqual(ids.map((_id, index) => index === _id));
  expect(await notes.countDocuments()).toBe(150);
  expect(insertMany.mock.calls.length).toBeLessThanOrEqual(6);
});

it("fails with a failed command, also for documents that wait behind it, and stores later ones", async () => {
  const { insertMany, insert } = openNotes();
  insertMany.mockRejectedValueOnce(new Error("no connection"));
  const sent = insert({ _id: 1_000, text: "sent" });
  const waiting = insert({ _id: 1_001, text: "waiting" });
  await expect(sent).rejects.toThrow("no connection");
  await expect(waiting).rejects.toThrow("no connection");
  expect(await insert({ _id: 1_001, text: "later" })).toBe(true);
  expect(await insert({ _id: 1_001, text: "again" })).toBe(false);
});

it("reads concurrent ids in a few commands, each as it was stored before its call", async () => {
  const letters = connection.collection<{ _id: string; text: string }>("letters");
  const find = vi.spyOn(letters, "find");
  const read = groupedReads<{ _id: string; text: string }>(letters);
  await letters.insertOne({ _id: "a", text: "first" });
  const early = read("a");
  await letters.updateOne({ _id: "a" }, { $set: { text: "second" } });
  await letters.insertOne({ _id: "b", text: "other" });
  const late = await Promise.all(["a", "b", "c", "a"].map(read));
  expect(late.map((letter) => letter?.text)).toEqual(["second", "other", undefined, "second"]);
  expect((await early)?._id).toBe("a");
  expect(find.mock.calls.length).toBeLessThanOrEqual(2);
});
