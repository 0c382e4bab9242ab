import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mongoPriceSnapshots } from "../src/store/live/price-snapshots.ts";
import { memoryPriceSnapshots } from "../src/testing/live-stores.ts";
import { ownDatabase } from "./live.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: ownDatabase(), logger });
});
afterAll(() => connection.close());

const nba = { feed: "basketball_nba", sport: "nba" } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));

describe.each([
  ["in memory", memoryPriceSnapshots],
  ["in MongoDB", () => mongoPriceSnapshots(connection)],
])("the time of the last request for prices, %s", (_where, open) => {
  it("moves only from the value that was read", async () => {
    const snapshots = open();
    const move = (from: Date | undefined, to: Date) =>
      snapshots.mark(nba, "requestedAt", { from, to });
    expect(await move(undefined, at(1))).toBe(true);
    expect(await move(undefined, at(2))).toBe(false);
    expect(await move(at(0), at(2))).toBe(false);
    expect(await snapshots.all()).toEqual([{ ...nba, requestedAt: at(1), games: [], listed: [] }]);

    expect(await move(at(1), at(3))).toBe(true);
    expect(await snapshots.mark(nba, "scoresRequestedAt", { from: undefined, to: at(4) })).toBe(
      true,
    );
    await snapshots.save({ ...nba, listed: ["one"], listedAt: at(5) });
    const marks = { requestedAt: at(3), scoresRequestedAt: at(4) };
    expect(await snapshots.all()).toEqual([
      { ...nba, ...marks, games: [], listed: ["one"], listedAt: at(5) },
    ]);
  });
});
