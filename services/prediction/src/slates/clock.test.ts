import { describe, expect, it } from "vitest";
import { memoryClockStore, settableClock } from "../testing/season.ts";
import { createSlateClock } from "./clock.ts";

describe("the slate's clock", () => {
  it("adds the advanced days to the real time, also after a restart", async () => {
    const store = memoryClockStore();
    const time = settableClock("2026-11-21T12:00:00Z");
    const clock = await createSlateClock(time, store);
    expect(clock.now()).toEqual(time.now());
    await clock.advance(3);
    time.set("2026-11-22T13:00:00Z");
    expect(clock.now()).toEqual(new Date("2026-11-25T13:00:00Z"));
    const restarted = await createSlateClock(time, store);
    expect(restarted.now()).toEqual(new Date("2026-11-25T13:00:00Z"));
  });

  it("follows another process that advances it", async () => {
    const store = memoryClockStore();
    const time = settableClock("2026-11-21T12:00:00Z");
    const [one, other] = [await createSlateClock(time, store), await createSlateClock(time, store)];
    await one.advance(2);
    await other.refresh();
    expect(other.now()).toEqual(one.now());
  });

  it.each([0, -1, 1.5, 401, Number.NaN])("refuses to advance by %d days", async (days) => {
    const clock = await createSlateClock(settableClock("2026-11-21T12:00:00Z"), memoryClockStore());
    await expect(clock.advance(days)).rejects.toMatchObject({ kind: "invalid" });
  });
});
