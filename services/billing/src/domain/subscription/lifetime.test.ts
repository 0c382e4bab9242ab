import { expect, it } from "vitest";
import { buy, empty, hour, isEntitled, later, now } from "../../testing/fixtures.ts";
import { cancelAll } from "./admin-commands.ts";
import { applyLifetime } from "./lifetime.ts";

it("a lifetime purchase cancels the running subscription and is applied once", () => {
  const payment = { id: "pi_1", paidAt: now };
  const bought = applyLifetime(buy(empty), payment, now);
  expect(bought.effects).toEqual([{ kind: "cancel", objectId: "sub_1", reason: "lifetime" }]);
  expect(applyLifetime(bought, payment, now)).toEqual(bought);
  expect(buy(bought, { id: "sub_2" }).effects.at(-1)?.kind).toBe("cancel-and-refund");
});

it("a lifetime purchase also cancels a subscription whose charge is being retried", () => {
  for (const status of ["past_due", "unpaid", "incomplete"] as const) {
    const state = buy(empty, { status });
    const bought = applyLifetime(state, { id: "pi_1", paidAt: now }, later(100 * 24 * hour));
    expect(bought.effects).toMatchObject([{ kind: "cancel", objectId: "sub_1" }]);
  }
});

it("a second lifetime payment is refunded once and the first stays", () => {
  const once = applyLifetime(empty, { id: "pi_1", paidAt: now }, now);
  const twice = applyLifetime(once, { id: "pi_2", paidAt: now }, now);
  expect(twice.effects).toEqual([{ kind: "refund", objectId: "pi_2", reason: "duplicate" }]);
  expect(twice.sources).toHaveLength(1);
  expect(isEntitled(twice)).toBe(true);
  expect(applyLifetime(twice, { id: "pi_2", paidAt: now }, now)).toEqual(twice);
});

it("after an admin has ended lifetime access it can be bought again", () => {
  const once = applyLifetime(empty, { id: "pi_1", paidAt: now }, now);
  const gone = cancelAll(once, { commandId: "c1" }, now);
  const again = applyLifetime(gone, { id: "pi_2", paidAt: now }, now);
  expect(again.effects).toEqual([]);
  expect(isEntitled(again)).toBe(true);
});
