import { describe, expect, it } from "vitest";
import { createClock, createTimers } from "./clock.ts";
import { openDatabase } from "./database.ts";
import { createSettings } from "./settings.ts";

describe("clock", () => {
  it("runs with real time plus an offset that only grows", () => {
    let wall = 1_000_000;
    const clock = createClock(createSettings(openDatabase(":memory:")), () => wall);
    expect(clock.now()).toBe(1000);
    clock.moveTo(5000);
    expect(clock.now()).toBe(5000);
    wall += 2500;
    expect(clock.now()).toBe(5002);
    clock.moveTo(4000);
    expect(clock.now()).toBe(5002);
    expect(clock.wallMs()).toBe(1_002_500);
  });

  it("shows a fixed time during a transition, even if the transition throws", () => {
    const clock = createClock(createSettings(openDatabase(":memory:")), () => 1_000_000);
    expect(clock.during(7, () => clock.during(8, clock.now) + clock.now())).toBe(15);
    expect(() =>
      clock.during(7, () => {
        throw new Error("stop");
      }),
    ).toThrow("stop");
    expect(clock.now()).toBe(1000);
  });
});

const main = { testClock: () => "" };

describe("timers", () => {
  it("takes due timers once each, by time and then in order of scheduling", () => {
    const timers = createTimers(openDatabase(":memory:"), main);
    timers.schedule("subscription.cycle", "b", 20);
    timers.schedule("invoice.finalize", "a", 10);
    timers.schedule("invoice.collect", "c", 20);
    timers.schedule("checkout.expire", "d", 15);
    timers.cancel("d", "checkout.expire");
    const taken = [];
    for (let timer = timers.takeDue(20); timer; timer = timers.takeDue(20)) taken.push(timer.ref);
    expect(taken).toEqual(["a", "b", "c"]);
    expect(timers.count()).toBe(0);
  });

  it("belong to the clock that is current when they are scheduled", () => {
    const clock = createClock(createSettings(openDatabase(":memory:")), () => 1_000_000);
    const timers = createTimers(openDatabase(":memory:"), clock);
    clock.during(5, () => timers.schedule("invoice.finalize", "a", 10), "clock_1");
    expect(timers.takeDue(10)).toBeUndefined();
    expect(timers.takeDue(10, "clock_1")).toMatchObject({ ref: "a", due: 10 });
  });

  it("does not take a timer before its second", () => {
    const timers = createTimers(openDatabase(":memory:"), main);
    timers.schedule("invoice.finalize", "a", 10);
    expect(timers.takeDue(9)).toBeUndefined();
    expect(timers.takeDue(10)).toMatchObject({ ref: "a", due: 10 });
  });
});
