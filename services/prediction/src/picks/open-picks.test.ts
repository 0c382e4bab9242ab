import { expect, it } from "vitest";
import { betsOf, type HeldPick } from "../domain/held-picks.ts";
import type { Wager } from "../domain/prediction.ts";
import { openPicks } from "./open-picks.ts";

const minuteMs = 60_000;

function setUp() {
  const stored: HeldPick[] = [];
  const readings: number[] = [];
  const listOpen = (_userId: string, since: Date, except: readonly string[]) => {
    const found = stored.filter(({ id, createdAt }) => createdAt >= since && !except.includes(id));
    readings.push(found.length);
    return Promise.resolve(found);
  };
  const store = (id: string, minute: number) =>
    stored.push({ id, legs: betOn(id), createdAt: new Date(minute * minuteMs), ...fields });
  return { listOpen, store, readings };
}

const fields = { riskLevel: "moderate", probability: 0.4 } as const;
const moneyline: Wager = { market: "moneyline", side: "home" };
const betOn = (gameId: string) => [{ gameId, wager: moneyline }];

it("adds the picks that another process has stored since the last reading, without reading all again", async () => {
  const { listOpen, store, readings } = setUp();
  const open = openPicks({ listOpen }, 0);
  store("a", 1);
  store("b", 2);
  const held = await open.of("usr_1");
  store("c", 3);
  expect((await open.of("usr_1")).accepts(betsOf(betOn("c")))).toBe(false);
  expect(held.accepts(betsOf(betOn("a")))).toBe(false);
  expect(readings).toEqual([2, 1]);
});

it("adds a pick that another process had created before this process stored one, ten seconds later", async () => {
  const { listOpen, store } = setUp();
  const open = openPicks({ listOpen }, 0);
  store("a", 1);
  const held = await open.of("usr_1");
  held.add({ id: "own", createdAt: new Date(2 * minuteMs), legs: betOn("own"), ...fields });
  store("b", 2 - 10 / 60);
  expect((await open.of("usr_1")).accepts(betsOf(betOn("b")))).toBe(false);
});

it("keeps a pick that is not stored yet", async () => {
  const { listOpen } = setUp();
  const open = openPicks({ listOpen }, 0);
  (await open.of("usr_1")).add({ id: "a", createdAt: new Date(0), legs: betOn("a"), ...fields });
  expect((await open.of("usr_1")).accepts(betsOf(betOn("a")))).toBe(false);
});

it("reads again after a failed reading", async () => {
  const { listOpen, store } = setUp();
  let isBroken = true;
  const open = openPicks({
    listOpen: (...query) =>
      isBroken ? Promise.reject(new Error("no database")) : listOpen(...query),
  });
  await expect(open.of("usr_1")).rejects.toThrow("no database");
  isBroken = false;
  store("a", 1);
  expect((await open.of("usr_1")).accepts(betsOf(betOn("a")))).toBe(false);
});
