import { storedPredictionSchema } from "@orbline/proto/http/prediction/prediction";
import { noticesSchema } from "@orbline/proto/http/prediction/notices";
import { afterAll, expect, it } from "vitest";
import { exactly, newSubscriber, openService, user } from "./service.ts";

const { billing, service, predict, close } = await openService();
afterAll(close);

const noticesOf = async (userId: string) => {
  const { status, body } = await service.get("/api/notices", { as: user(userId) });
  expect(status).toBe(200);
  return exactly(noticesSchema, body).notices;
};

it("lists settled predictions as unread until their user has read them", async () => {
  const userId = newSubscriber(billing);
  const ids = [];
  for (let requestCount = 1; requestCount <= 3; requestCount += 1)
    ids.push((await predict(userId, { sport: "nba", riskLevel: "moderate", requestCount })).id);
  const [first = "", second = "", third = ""] = ids;
  const bet = { stake: 25, odds: 140, book: "Harbour" };
  await service.post(`/api/predictions/${first}/bet`, bet, { as: user(userId) });
  expect(await noticesOf(userId)).toEqual([]);

  await service.post("/internal/slate/advance", { days: 9 });
  const settled = await noticesOf(userId);
  expect(new Set(settled.map(({ id }) => id))).toEqual(new Set(ids));
  for (const { id, outcome, profit, bet: own, isUnread } of settled) {
    const { body } = await service.get(`/api/predictions/${id}`, { as: user(userId) });
    const stored = exactly(storedPredictionSchema, body);
    expect([outcome, profit, isUnread]).toEqual([stored.outcome, stored.profit, true]);
    const profits: Record<string, number> = { won: 35, lost: -25 };
    expect(own).toEqual(id === first ? { outcome, profit: profits[outcome] ?? 0 } : null);
  }

  const stranger = newSubscriber(billing);
  const read = (as: string, what: string[]) =>
    service.post("/api/notices/read", { ids: what }, { as: user(as) });
  expect((await read(stranger, ids)).status).toBe(204);
  expect((await noticesOf(userId)).every(({ isUnread }) => isUnread)).toBe(true);
  expect((await read(userId, [first, second])).status).toBe(204);
  const unread = (await noticesOf(userId)).filter(({ isUnread }) => isUnread);
  expect(unread.map(({ id }) => id)).toEqual([third]);
  expect((await read(userId, [])).status).toBe(400);
});

it("refuses notices to a visitor", async () => {
  expect((await service.get("/api/notices")).status).toBe(401);
});
