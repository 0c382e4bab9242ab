import { expect, it } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

it("refuses requests while every slot is taken and reports each refusal", () => {
  let refusals = 0;
  const { acquire, isFull } = concurrencyLimit({ limit: 2, onBusy: () => (refusals += 1) });
  const release = acquire();
  expect(isFull()).toBe(false);
  expect(acquire()).toBeDefined();
  expect(acquire()).toBeUndefined();
  expect(refusals).toBe(1);
  release?.();
  expect(acquire()).toBeDefined();
  expect(isFull()).toBe(true);
  expect(refusals).toBe(2);
});
