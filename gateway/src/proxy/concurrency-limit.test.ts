import { expect, it } from "vitest";
import { bulkhead } from "./concurrency-limit.ts";

it("who comes when all places are taken gets none, until one is given back", () => {
  let refusals = 0;
  const { enter, refuses } = bulkhead({ limit: 2, refused: () => (refusals += 1) });
  const leave = enter();
  expect(refuses()).toBe(false);
  expect(enter()).toBeDefined();
  expect(enter()).toBeUndefined();
  expect(refusals).toBe(1);
  leave?.();
  expect(enter()).toBeDefined();
  expect(enter()).toBeUndefined();
  expect(refusals).toBe(2);
  expect(refuses()).toBe(true);
  expect(refusals).toBe(3);
});
