import { expect, test } from "vitest";
import { bulkhead } from "./bulkhead.ts";

test("who comes when all places are taken gets none, until one is given back", () => {
  let refusals = 0;
  const { enter } = bulkhead({ limit: 2, refused: () => (refusals += 1) });
  const leave = enter();
  expect(enter()).toBeDefined();
  expect(enter()).toBeUndefined();
  expect(refusals).toBe(1);
  leave?.();
  expect(enter()).toBeDefined();
  expect(enter()).toBeUndefined();
  expect(refusals).toBe(2);
});
