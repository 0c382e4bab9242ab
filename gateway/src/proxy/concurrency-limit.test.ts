import { expect, it } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

it("refuses requests while every slot is taken and reports each refusal", () => {
  let refusals = 0;
  const { acquire, isFull } = concurrencyLimit({ limit: 2, onBusy: () => (refusals += 1) });
  const release = acquire("a");
  expect(isFull("a")).toBe(false);
  expect(acquire("b")).toBeDefined();
  expect(acquire("c")).toBeUndefined();
  expect(refusals).toBe(1);
  release?.();
  expect(acquire("a")).toBeDefined();
  expect(isFull("a")).toBe(true);
  expect(refusals).toBe(2);
});

it("leaves slots for others when one client has taken its share", () => {
  const { acquire, isFull } = concurrencyLimit({ limit: 4, share: 3, onBusy: () => undefined });
  const releases = Array.from({ length: 3 }, () => acquire("a"));
  expect([isFull("a"), acquire("a")]).toEqual([true, undefined]);
  expect(acquire("b")).toBeDefined();
  releases[0]?.();
  expect(acquire("a")).toBeDefined();
});
