import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buy, day, empty, isEntitled, later, now } from "../../testing/fixtures.ts";
import { cancelAll, grantManually } from "./admin-commands.ts";
import { removeEffect } from "../effects.ts";
import { applyLifetime } from "./purchases.ts";
import type { Subscription } from "./subscription.ts";

const statuses = ["trialing", "active", "past_due", "unpaid", "canceled"] as const;

const step = fc.oneof(
  fc.record({
    kind: fc.constant("provider" as const),
    id: fc.constantFrom("sub_a", "sub_b", "sub_c"),
    status: fc.constantFrom(...statuses),
    age: fc.integer({ min: 0, max: 5 }),
    fetched: fc.integer({ min: 0, max: 50 }),
  }),
  fc.record({ kind: fc.constant("lifetime" as const), id: fc.constantFrom("pi_a", "pi_b") }),
  fc.record({ kind: fc.constant("grant" as const), commandId: fc.constantFrom("g1", "g2") }),
  fc.record({ kind: fc.constant("cancel" as const), commandId: fc.constantFrom("c1", "c2") }),
  fc.record({ kind: fc.constant("run effects" as const) }),
);

const apply = (state: Subscription, one: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
  switch (one.kind) {
    case "provider": {
      const { id, status, age, fetched } = one;
      return buy(state, { id, status, createdAt: later(-age * day), fetchedAt: later(fetched) });
    }
    case "lifetime":
      return applyLifetime(state, { id: one.id, paidAt: now }, now);
    case "grant":
      return grantManually(state, { days: 7, commandId: one.commandId }, now);
    case "cancel":
      return cancelAll(state, { commandId: one.commandId }, now);
    case "run effects":
      return state.effects.reduce((left, effect) => removeEffect(left, effect), state);
  }
};

describe("any history of events in any order and with repetitions", () => {
  it("leaves at most one running subscription", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = steps.reduce(apply, empty);
        const live = state.sources.filter(
          (source) => source.kind === "provider" && isEntitled({ ...state, sources: [source] }),
        );
        expect(live.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 200) },
    );
  });

  it("leaves no running subscription beside a lifetime purchase, and at most one lifetime purchase", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = steps.reduce(apply, empty);
        const live = state.sources.filter((source) => isEntitled({ ...state, sources: [source] }));
        const bought = live.filter(({ kind }) => kind !== "manual");
        expect(bought.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 200) },
    );
  });

  it("gives the same state when its last step is repeated", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), step, (steps, last) => {
        const once = apply(steps.reduce(apply, empty), last);
        expect(apply(once, last)).toEqual(once);
      }),
      { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 200) },
    );
  });
});
