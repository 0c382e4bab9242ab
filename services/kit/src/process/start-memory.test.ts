import { expect, it } from "vitest";
import { giveBackStartMemory } from "./start-memory.ts";

const megabytes = () => process.memoryUsage().heapTotal / 1_048_576;

const build = () => {
  const made = Array.from({ length: 1_000_000 }, (_, index) => ({ index, name: `n${index}` }));
  return { made: made.length, megabytes: megabytes() };
};

it("what a start has made and no longer holds is given back to the system", () => {
  giveBackStartMemory();
  const before = megabytes();
  const full = build();
  expect(full.made).toBe(1_000_000);
  expect(full.megabytes - before).toBeGreaterThan(20);
  giveBackStartMemory();
  expect(megabytes() - before).toBeLessThan(10);
});
