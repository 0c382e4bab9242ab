import { describe, expect, it } from "vitest";
import { memoryClockStore, settableClock } from "../testing/season.ts";
import { createSlateClock } from "./slate-clock.ts";

describe("the slate's clock", () => {
  it("runs with the real one, moved by what was advanced, also after a restart", async () => {
    const store = memoryClockStore();
    const time = settableClock("2026-11-21T12:00:00Z");
    const clock = await createSlateClock({ clock: time, store });
    expect(clock.now()).toEqual(time.now());
    await clock.advance(3);
    time.set("2026-11-22T13:00:00Z");
    expect(clock.now()).toEqual(new Date("2026-11-25T13:00:00Z"));
    const restarted = await createSlateClock({ clock: time, store });
    expect(restarted.now()).toEqual(new Date("2026-11-25T13:00:00Z"));
    expect(restarted.startedOn).toBe("2026-11-21");
  });

  it.each([0, -1, 1.5, 401, Number.NaN])("refuses to be advanced by %d days", async (days) => {
    const clock = await createSlateClock({
      clock: settableClock("2026-11-21T12:00:00Z"),
      store: memoryClockStore(),
    });
    await expect(clock.advance(days)).rejects.toMatchObject({ kind: "invalid" });
  });
});
