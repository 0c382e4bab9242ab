import { generateKeyPairSync } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { newSubscriber, noon, openPair, predictAt, startService } from "./service.ts";

const { billing, one, other, database, close } = await openPair();
afterAll(close);

const subscriber = () => newSubscriber(billing);
const stored = (userId: string) => database.predictions.countDocuments({ userId });
const body = { sport: "nba", riskLevel: "moderate", stake: 12.345 };

describe("two processes", () => {
  it("return one prediction to requests with forceNew: false", async () => {
    const userId = subscriber();
    const given = await predictAt(one, userId, body);
    expect(await predictAt(other, userId, { ...body, forceNew: false })).toEqual(given);
    const next = { ...body, requestCount: 2, forceNew: false };
    const both = [predictAt(one, userId, next), predictAt(other, userId, next)];
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(await stored(userId)).toBe(2);
  });

  it("return one prediction to a request that is sent again, one after the other or at once", async () => {
    const userId = subscriber();
    const click = { ...body, timestamp: Date.parse(noon) };
    const given = await predictAt(one, userId, click);
    expect(await predictAt(other, userId, click)).toEqual(given);
    const next = { ...click, requestCount: 2 };
    const both = [predictAt(one, userId, next), predictAt(other, userId, next)];
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(await stored(userId)).toBe(2);
  });
});

it("makes the ids of predictions by its signing key", async () => {
  const userId = subscriber();
  const click = { ...body, timestamp: Date.parse(noon) };
  const { id } = await predictAt(one, userId, click);
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const RECORD_SIGNING_KEY = Buffer.from(pem).toString("base64");
  const stranger = await startService(billing.address, { RECORD_SIGNING_KEY });
  expect((await predictAt(stranger, userId, click)).id).not.toBe(id);
  await stranger.stop();
});

it("reports that it is draining before it stops, and still responds", async () => {
  const stopping = await startService(billing.address);
  const ready = () => stopping.get("/readyz");
  expect((await ready()).status).toBe(200);
  const stopped = stopping.stop();
  const { status, headers, body: said } = await ready();
  expect([status, said]).toEqual([503, { notReady: ["draining"] }]);
  expect(headers.get("connection")).toBe("close");
  await stopped;
});
