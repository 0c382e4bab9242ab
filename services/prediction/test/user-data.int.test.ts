import { eventually } from "@orbline/kit/testing/eventually";
import { testUserData } from "@orbline/kit/testing/grpc";
import { storedPredictionSchema } from "@orbline/proto/http/prediction/prediction";
import { afterAll, expect, it, vi } from "vitest";
import { mongoBettingProfiles } from "../src/store/counts.ts";
import { mongoPredictions } from "../src/store/predictions.ts";
import { aLeg, aPrediction, noMonitor } from "../src/testing/predictions.ts";
import { present } from "../src/testing/present.ts";
import { exactly, newSubscriber, openService, user } from "./service.ts";

const { billing, service, database, predict, close } = await openService();
afterAll(close);

const connect = (caller: string) => testUserData({ port: service.grpcPort, caller });

const count = 55;

/** A user with predictions of two pages, the last of them settled and counted, and an analysis as earlier versions stored it. */
const withHistory = async (userId: string) => {
  const { connection } = database;
  const predictions = mongoPredictions(connection);
  const records = Array.from({ length: count }, (_, n) =>
    aPrediction([aLeg("a")], { id: `${userId}_${n}`, userId }),
  );
  for (const record of records) await predictions.add(record);
  await predictions.settle(present(records[0]), {
    legOutcomes: ["won"],
    favoriteOutcomes: ["won"],
    closingProbabilities: [0.4],
    settlement: { outcome: "won", returned: 250, profit: 150 },
    settledAt: new Date("2026-11-22T22:00:00Z"),
  });
  await mongoBettingProfiles(connection, noMonitor).countSettled();
  await connection.collection("analyses").insertOne({ userId });
  await billing.publish(userId, 1, { entitled: true });
  await eventually(async () => expect(await database.tracesOf(userId)).toBe(count + 3));
};

it("exports everything of one user, page by page, and nothing of another", async () => {
  await withHistory("usr_mine");
  await withHistory("usr_other");
  const identity = connect("identity");
  const ids: string[] = [];
  let cursor = "";
  let pages = 0;
  do {
    const page = await identity.ExportUser({ userId: "usr_mine", cursor });
    const lists = JSON.parse(page.json) as Record<
      string,
      { id: string; reasoning: string; legs: { reasoning: string }[] }[]
    >;
    for (const { id, reasoning, legs } of lists["predictions"] ?? []) {
      ids.push(id);
      expect(reasoning).not.toBe("");
      expect(legs.every((leg) => leg.reasoning !== "")).toBe(true);
    }
    expect(lists["bettingProfile"]?.length).toBe(pages === 0 ? 1 : undefined);
    expect(lists["entitlement"]?.length).toBe(pages === 0 ? 1 : undefined);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== "");
  identity.close();
  expect(pages).toBe(2);
  expect(new Set(ids).size).toBe(count);
  expect(ids.every((id) => id.startsWith("usr_mine_"))).toBe(true);
});

it("erases one user, is done once nothing is left, and leaves others alone", async () => {
  await withHistory("usr_leaving");
  await withHistory("usr_staying");
  const identity = connect("identity");
  expect(await identity.EraseUser({ userId: "usr_leaving" })).toEqual({ done: false });
  expect(await identity.EraseUser({ userId: "usr_leaving" })).toEqual({ done: true });
  identity.close();
  expect(await database.tracesOf("usr_leaving")).toBe(0);
  expect(await database.tracesOf("usr_staying")).toBe(count + 3);
});

it("stores the analysis of a pick once, and keeps it for its other users when one is erased", async () => {
  const [leaving, staying] = [newSubscriber(billing), newSubscriber(billing)];
  const requestBody = { sport: "nba", riskLevel: "aggressive" };
  const analyses = database.collection("analyses");
  await predict(leaving, requestBody);
  const stored = await analyses.countDocuments();
  const made = await predict(staying, requestBody);
  expect(await analyses.countDocuments()).toBe(stored);
  const identity = connect("identity");
  await identity.EraseUser({ userId: leaving });
  identity.close();
  const { body } = await service.get(`/api/predictions/${made.id}`, { as: user(staying) });
  const { reasoning, factors, bets } = exactly(storedPredictionSchema, body);
  expect({ reasoning, factors }).toEqual({ reasoning: made.reasoning, factors: made.factors });
  expect(bets.map((bet) => bet.reasoning)).toEqual(made.bets.map((bet) => bet.reasoning));
});

it("stores the analysis of a pick with its next prediction when it could not be stored", async () => {
  const { connection } = database;
  const predictions = mongoPredictions(connection);
  const insertMany = vi.spyOn(connection.collection("analyses"), "insertMany");
  insertMany.mockRejectedValueOnce(new Error("no connection"));
  const prediction = aPrediction([aLeg("a")], { id: "prd_first", userId: "usr_unlucky" });
  await expect(predictions.add(prediction)).rejects.toThrow("no connection");
  insertMany.mockRestore();
  await predictions.add({ ...prediction, id: "prd_second" });
  expect(await predictions.find("usr_unlucky", "prd_first")).toBeUndefined();
  expect(await predictions.find("usr_unlucky", "prd_second")).toMatchObject({
    reasoning: prediction.reasoning,
  });
});

it("deletes the entitlement when billing has erased the subscription", async () => {
  await billing.publish("usr_erased", 1, { entitled: true });
  await eventually(async () => expect(await database.tracesOf("usr_erased")).toBe(1));
  await billing.publish("usr_erased", 2, null);
  await eventually(async () => expect(await database.tracesOf("usr_erased")).toBe(0));
});

it.each(["billing", "admin"])("refuses to export or erase a user for %s", async (caller) => {
  const stranger = connect(caller);
  const userId = "usr_mine";
  await expect(stranger.ExportUser({ userId, cursor: "" })).rejects.toMatchObject({
    kind: "forbidden",
  });
  await expect(stranger.EraseUser({ userId })).rejects.toMatchObject({ kind: "forbidden" });
  stranger.close();
});
