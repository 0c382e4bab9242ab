import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { expect, it } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { mongoLiveGames } from "../src/store/live/live-games.ts";
import { present } from "../src/testing/present.ts";
import { ownDatabase } from "./live.ts";

it("answers every query of the live slate from an index", async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  const connection = await connectMongo({ url: ownDatabase(), logger });
  await migrate(connection, migrations);
  const games = mongoLiveGames(connection);
  const now = new Date("2026-11-21T12:00:00Z");
  const startsAt = new Date("2026-11-22T18:00:00Z");
  const game = (n: number) => ({
    id: `event-${n}:2026-11-22`,
    eventId: `event-${n}`,
    feed: "basketball_nba",
    sport: "nba" as const,
    away: "Miami Heat",
    startsAt,
    endsAt: startsAt,
    date: "2026-11-22",
    home: `Home ${n}`,
  });
  const listed = Array.from({ length: 10 }, (_, n) => game(n));
  await games.record(listed, now);
  const result = { kind: "score" as const, home: 100, away: 99 };

  const filters: object[] = [];
  connection.set("debug", (_collection: string, _method: string, filter: object) => {
    filters.push(filter);
  });
  await games.record([game(1)], now);
  const played = listed.filter((_, n) => n % 2 === 0);
  await games.finish(
    played.map((one) => ({ ...one, result })),
    startsAt,
  );
  await games.find([game(1).id, game(2).id]);
  expect(await games.finishedSince(now)).toHaveLength(5);
  expect(await games.awaited(startsAt)).toHaveLength(5);
  await games.giveUp(startsAt);
  expect(await games.awaited(startsAt)).toEqual([]);
  connection.set("debug", false);

  expect(filters.length).toBeGreaterThanOrEqual(7);
  for (const filter of filters) {
    const plan = await connection.collection("live_games").find(filter).explain();
    expect(JSON.stringify(present(plan["queryPlanner"] as object))).not.toContain("COLLSCAN");
  }
  await connection.close();
});
