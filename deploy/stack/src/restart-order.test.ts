import { expect, it } from "vitest";
import { programs } from "./processes.ts";
import { restartOrder } from "./restart-order.ts";

it("what others wait for restarts before them", () => {
  expect(restartOrder(["billing", "gateway", "stripe-sandbox"])).toEqual([
    ["gateway", "stripe-sandbox"],
    ["billing"],
  ]);
  expect(restartOrder(["billing", "stripe-sandbox", "mongo"])).toEqual([
    ["stripe-sandbox", "mongo"],
    ["billing"],
  ]);
});

it("every process restarts once, also when all of them do", () => {
  const all = ["kafka", "mongo", "redis", ...programs.map(({ name }) => name)];
  const order = restartOrder(all);
  expect(order.flat().toSorted()).toEqual(all.toSorted());
  for (const [index, group] of order.entries()) {
    const earlier = order.slice(0, index).flat();
    for (const name of group)
      expect(earlier).toEqual(
        expect.arrayContaining(programs.find((program) => program.name === name)?.after ?? []),
      );
  }
});

it("nothing restarts when nothing changed", () => {
  expect(restartOrder([])).toEqual([]);
});
