import { testEngines } from "@orbline/kit/testing/engines";
import { assertionFor } from "@orbline/kit/testing/keys";
import { eventually } from "@orbline/kit/testing/eventually";
import { readTopic, testKafka } from "@orbline/kit/testing/kafka";
import { testUserData } from "@orbline/kit/testing/grpc";
import {
  leafTextSchema,
  leavesSchema,
  receiptPreviewSchema,
  receiptSchema,
  treeHeadsSchema,
} from "@orbline/proto/http/prediction/record-log";
import { treeHead } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyRecord } from "../src/commands/record/verify-record.ts";
import { dayMs } from "../src/domain/dates.ts";
import { present } from "../src/testing/present.ts";
import { exactly, newSubscriber, openService, predictAt, startService, user } from "./service.ts";

const { billing, service, database, predict, close } = await openService();
afterAll(close);

const predictions = database.predictions;
const leaves = database.collection("leaves");
const read = async (path: string): Promise<unknown> => {
  const { status, body } = await service.get(path);
  expect(status).toBe(200);
  return body;
};
const audit = (options: { receipts?: string[] } = {}) =>
  verifyRecord({ read, now: service.time.now(), ...options });
const found = async <T>(query: Promise<T | null>) => present((await query) ?? undefined);
const heads = async () => exactly(treeHeadsSchema, await read("/api/record/heads"));
const listed = async () => exactly(leavesSchema, await read("/api/record/leaves")).leaves;
const move = (ms: number) => service.time.set(new Date(service.time.now().getTime() + ms));

/** Waits until every prediction has a leaf, and a head covers them all. */
const recorded = async () => {
  await eventually(async () => {
    expect(await leaves.countDocuments({})).toBe(await predictions.countDocuments({}));
  });
  move(30_000);
  await eventually(async () => {
    expect((await heads()).heads.at(-1)?.size).toBe(await leaves.countDocuments({}));
  });
};
const share = async (userId: string, id: string) => {
  const { body } = await service.post(`/api/predictions/${id}/share`, {}, { as: user(userId) });
  return (body as { slug: string }).slug;
};
const receiptOf = async (slug: string) =>
  exactly(receiptSchema, await read(`/api/receipts/${slug}`));

const owner = newSubscriber(billing);
const leaving = newSubscriber(billing);
const ids: string[] = [];

beforeAll(async () => {
  for (const sport of ["nba", "nhl", "soccer"] as const)
    for (const riskLevel of ["moderate", "aggressive"] as const) {
      ids.push((await predict(owner, { sport, riskLevel })).id);
      move(1_000);
    }
  await recorded();
});

describe("the record log", () => {
  it("gives every prediction a number in the order of creation, without a gap", async () => {
    const stored = await leaves.find({}, { sort: { _id: 1 } }).toArray();
    expect(stored.map(({ _id }) => Number(_id))).toEqual(ids.map((_, index) => index));
    expect(stored.map(({ predictionId }) => predictionId)).toEqual(ids);
  });

  it("hides what a leaf commits to until its games start", async () => {
    for (const leaf of await listed())
      expect(leaf).toMatchObject({ state: "hidden", disclosed: null });
  });

  it("publishes each head on its topic", async () => {
    const { brokers, prefix } = testEngines();
    const kafka = await testKafka({ brokers });
    const records = await readTopic(kafka, topicIn(prefix, topics.treeHeads).name);
    const newest = present((await heads()).heads.at(-1));
    await eventually(() =>
      expect(records.map(({ value }) => value && treeHead.decode(value))).toContainEqual({
        number: newest.number,
        size: newest.size,
        rootHash: newest.rootHash,
        timestampMs: Date.parse(newest.timestamp),
        keyId: newest.keyId,
        signature: newest.signature,
      }),
    );
    await kafka.close();
  });

  it("gets a head within the hour when nobody predicts, and no earlier one than needed", async () => {
    const before = (await heads()).heads.length;
    move(40 * 60_000);
    await predict(owner, { sport: "nfl", riskLevel: "moderate" });
    await recorded();
    expect((await heads()).heads.length).toBe(before + 1);
    move(56 * 60_000);
    await eventually(async () => expect((await heads()).heads.length).toBe(before + 2));
  });
});

describe("a shared prediction", () => {
  it("has a receipt that anybody can verify, without its user and stake", async () => {
    const slug = await share(owner, present(ids[0]));
    expect(slug).toMatch(/^[\w-]{22}$/);
    expect(await share(owner, present(ids[0]))).toBe(slug);
    const receipt = await receiptOf(slug);
    const text = receipt.leaf?.text ?? "";
    expect(leafTextSchema.parse(JSON.parse(text))).toMatchObject({ id: ids[0], sport: "nba" });
    expect(JSON.stringify(receipt)).not.toMatch(/usr_|stake|payout/);
    expect((await audit({ receipts: [slug] })).problems).toEqual([]);
  });

  it("is named by the export of its user's data, without the marks of this service", async () => {
    const slug = await share(owner, present(ids[0]));
    const identity = testUserData({ port: service.grpcPort });
    const { json } = await identity.ExportUser({ userId: owner, cursor: "" });
    identity.close();
    expect(json).toContain(`"slug":"${slug}"`);
    expect(json).not.toContain("toLeaf");
  });

  it("has a picture, and none at an unknown slug", async () => {
    const slug = await share(owner, present(ids[0]));
    const path = `http://127.0.0.1:${service.port}/api/receipts/${slug}/image`;
    const response = await fetch(path, {
      headers: assertionFor({ kind: "anonymous" }, "prediction"),
    });
    expect(response.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
    const unknown = await service.get(`/api/receipts/${"x".repeat(22)}/image`);
    expect(unknown).toMatchObject({ status: 404, body: { code: "receipt.unknown" } });
  });

  it("has words for link previews that agree with its receipt, and none at an unknown slug", async () => {
    const slug = await share(owner, present(ids[0]));
    const { legs, probability } = leafTextSchema.parse(
      JSON.parse((await receiptOf(slug)).leaf?.text ?? ""),
    );
    const preview = exactly(receiptPreviewSchema, await read(`/api/receipts/${slug}/preview`));
    const [leg] = legs;
    expect(preview.title).toContain(legs.length === 1 ? leg?.betOn : `${legs.length}-leg parlay`);
    expect(preview.title).toMatch(/^Open: .* at [+−]\d+$/);
    expect(preview.description).toContain(`${leg?.betOn} vs. ${leg?.opponent}`);
    expect(preview.description).toContain(`Our estimate: ${(probability * 100).toFixed(1)}%`);
    const unknown = await service.get(`/api/receipts/${"x".repeat(22)}/preview`);
    expect(unknown).toMatchObject({ status: 404, body: { code: "receipt.unknown" } });
  });

  it("is shared by nobody but its user, and not found once the user stops sharing it", async () => {
    const id = present(ids[1]);
    const path = `/api/predictions/${id}/share`;
    const other = await service.post(path, {}, { as: user(leaving) });
    expect(other).toMatchObject({ status: 404, body: { code: "prediction.unknown" } });
    expect((await service.post(path, {})).status).toBe(401);
    const slug = await share(owner, id);
    await fetch(`http://127.0.0.1:${service.port}${path}`, { method: "DELETE" });
    expect((await service.get(`/api/receipts/${slug}`)).status).toBe(200);
    await service.delete(path, { as: user(owner) });
    const gone = { status: 404, body: { code: "receipt.unknown" } };
    expect(await service.get(`/api/receipts/${slug}`)).toMatchObject(gone);
  });

  it.each(["nobody-knows-this-slug", "$ne", "%00"])("is not found under %s", async (slug) => {
    const { status } = await service.get(`/api/receipts/${slug}`);
    expect([400, 404]).toContain(status);
  });
});

describe("an audit", () => {
  beforeAll(async () => {
    await predict(leaving, { sport: "nba", riskLevel: "insane" });
    await recorded();
    await service.post("/internal/slate/advance", { days: 8 });
    move(8 * dayMs);
    await service.post("/internal/slate/settle", {});
    await eventually(async () =>
      expect((await listed()).every(({ state }) => state === "disclosed")).toBe(true),
    );
  });

  /** Audits a changed database, then changes it back. */
  const auditAfter = async (change: () => Promise<unknown>) => {
    const before = await predictions.find({}).toArray();
    await change();
    const { problems } = await audit();
    await predictions.deleteMany({});
    await predictions.insertMany(before);
    return problems;
  };

  it("finds no problem when every prediction is settled and counted", async () => {
    const report = await audit();
    expect(report).toMatchObject({ leaves: 8, disclosed: 8, replayed: 0, problems: [] });
  });

  it("finds a prediction that was removed from the database", async () => {
    const problems = await auditAfter(() => predictions.deleteOne({ _id: ids[2] as never }));
    expect(problems).toContain("the prediction of leaf 2 is missing");
  });

  it.each([
    ["its odds", { odds: 777 }],
    ["the line that was bet", { "legs.0.wager": { market: "spread", side: "home", line: 99.5 } }],
    ["its probability", { probability: 0.99 }],
    ["the time of its creation", { createdAt: new Date("2030-03-05T12:00:00Z") }],
  ])("finds a prediction with a change of %s", async (_name, change) => {
    const problems = await auditAfter(() =>
      predictions.updateOne({ _id: ids[3] as never }, { $set: change }),
    );
    expect(problems).toContain("the prediction of leaf 3 was changed");
  });

  it("finds an outcome that its legs do not give, and totals that do not follow", async () => {
    const first = await found(predictions.findOne({ _id: ids[0] as never }));
    const outcome = first["outcome"] === "won" ? "lost" : "won";
    const problems = await auditAfter(() =>
      predictions.updateOne({ _id: ids[0] as never }, { $set: { outcome } }),
    );
    expect(problems).toEqual([
      "the outcome of leaf 0 does not follow from its legs",
      "Simulated slate: the published totals do not follow from the leaves",
    ]);
  });

  it("finds leaves that were removed or exchanged, and a head with another signature", async () => {
    const last = await found(leaves.findOne({}, { sort: { _id: -1 } }));
    await leaves.deleteOne({ _id: last._id });
    expect((await audit()).problems).toContainEqual(
      expect.stringContaining("8 leaves, there are 7"),
    );
    await leaves.insertOne(last);
    const one = await found(leaves.findOne({ _id: 1 as never }));
    const swapped = { ...one, hash: last["hash"] as string };
    await leaves.replaceOne({ _id: one._id }, swapped);
    expect((await audit()).problems).toContainEqual(
      expect.stringContaining("the leaves do not give the root of head"),
    );
    await leaves.replaceOne({ _id: one._id }, one);
    const collection = database.collection("tree_heads");
    const head = await found(collection.findOne({}, { sort: { _id: -1 } }));
    await collection.updateOne({ _id: head._id }, { $set: { size: 3 } });
    expect((await audit()).problems).toContainEqual(
      expect.stringContaining("has no valid signature"),
    );
    await collection.replaceOne({ _id: head._id }, head);
    expect((await audit()).problems).toEqual([]);
  });

  it("keeps the hash of a deleted account's leaf, and the totals still follow", async () => {
    const identity = testUserData({ port: service.grpcPort });
    const number = (await found(leaves.findOne({ userId: leaving })))._id;
    expect(await identity.EraseUser({ userId: leaving })).toEqual({ done: false });
    expect(await identity.EraseUser({ userId: leaving })).toEqual({ done: true });
    identity.close();
    const left = await found(leaves.findOne({ _id: number }));
    expect(Object.keys(left).toSorted()).toEqual(["_id", "erasedAt", "hash"]);
    expect(await audit()).toMatchObject({ erased: 1, disclosed: 7, problems: [] });
  });

  it("finds a live prediction that was added with a date in the past", async () => {
    const {
      _id,
      share: _share,
      ...old
    } = await found(predictions.findOne({ _id: ids[4] as never }));
    const slate = { ...(old["slate"] as object), kind: "live", label: "Live slate" };
    const added = { ...old, _id: "prd_added" as never, slate, toLeaf: old["createdAt"] };
    await predictions.insertOne(added);
    await eventually(async () => expect(await leaves.countDocuments({})).toBe(9));
    move(30_000);
    await eventually(async () => expect((await heads()).heads.at(-1)?.size).toBe(9));
    expect((await audit()).problems).toContainEqual("leaf 8 was added after its time");
  });
});

it("starts and predicts while a leaf is missing, and gives no proof until it is back", async () => {
  const one = await found(leaves.findOne({ _id: 1 as never }));
  await leaves.deleteOne({ _id: one._id });
  const restarted = await startService(billing.address);
  await predictAt(restarted, newSubscriber(billing), { sport: "mlb", riskLevel: "moderate" });
  const proof = "/api/record/consistency?from=1&to=2";
  expect((await restarted.get(proof)).status).toBe(500);
  await leaves.insertOne(one);
  expect((await restarted.get(proof)).status).toBe(200);
  await restarted.stop();
});
