import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hour, later, now, provider } from "../testing/fixtures.ts";
import { accessOf, defaultAccessRules as rules } from "./access.ts";
import { decide } from "./decide.ts";
import { noSubscription, type ProviderSnapshot, type Subscription } from "./subscription.ts";
import {
  applyLifetime,
  applyProviderSubscription,
  cancelAll,
  dischargeDuty,
  grantManually,
  hasPaidSource,
  refuseTrial,
} from "./transitions.ts";

const day = 24 * hour;
const empty = noSubscription("usr_1");

const snapshot = (fields: Partial<ProviderSnapshot> = {}): ProviderSnapshot => {
  const { kind: _kind, firstFailedAt: _failed, endedAt: _ended, ...rest } = provider(fields);
  return rest;
};

const buy = (state: Subscription, fields: Partial<ProviderSnapshot> = {}, moment = now) =>
  applyProviderSubscription(state, snapshot(fields), moment, rules);

const entitled = (state: Subscription, moment = now) => accessOf(state, moment, rules).entitled;

describe("two subscriptions at once", () => {
  const first = buy(empty, { id: "sub_a", createdAt: later(-hour) });

  test("the newer one is owed a cancellation and a refund", () => {
    const both = buy(first, { id: "sub_b" });
    expect(both.sources).toMatchObject([{ id: "sub_a" }, { id: "sub_b", endedAt: now }]);
    expect(entitled(both)).toBe(true);
    expect(both.duties).toEqual([
      { kind: "cancel-and-refund", subscriptionId: "sub_b", reason: "duplicate" },
    ]);
  });

  test("the newer one goes even when it was fulfilled first", () => {
    const both = buy(buy(empty, { id: "sub_b" }), { id: "sub_a", createdAt: later(-hour) });
    expect(both.duties.map(({ subscriptionId }) => subscriptionId)).toEqual(["sub_b"]);
    expect(entitled(both)).toBe(true);
    const [gone] = both.sources;
    expect(gone).toMatchObject({ id: "sub_b", endedAt: now });
  });

  test("one that comes back to life beside another is undone too", () => {
    const unpaid = buy(first, { id: "sub_a", status: "unpaid", createdAt: later(-hour) });
    const second = buy(unpaid, { id: "sub_b" });
    const both = buy(second, { id: "sub_a", createdAt: later(-hour), fetchedAt: later(1) });
    expect(both.duties.map(({ subscriptionId }) => subscriptionId)).toEqual(["sub_b"]);
  });

  test("after the first has ended, another may be bought", () => {
    const ended = buy(first, { id: "sub_a", status: "canceled", fetchedAt: later(1) });
    expect(buy(ended, { id: "sub_b" }).duties).toEqual([]);
  });
});

describe("what the provider says", () => {
  const state = buy(empty);

  test("an answer that was fetched earlier is ignored", () => {
    const renewed = buy(state, { periodEnd: later(60 * day), fetchedAt: later(1_000) });
    expect(buy(renewed, { fetchedAt: now })).toEqual(renewed);
  });

  test("a subscription that ended stays ended", () => {
    const ended = buy(state, { status: "canceled", fetchedAt: later(1) });
    expect(buy(ended, { status: "active", fetchedAt: later(2) })).toEqual(ended);
  });

  test("the grace of a failed charge counts from the first failure", () => {
    const failed = buy(state, { status: "past_due", fetchedAt: later(hour) });
    const still = buy(failed, { status: "past_due", fetchedAt: later(2 * day) });
    expect(accessOf(still, now, rules).graceUntil).toEqual(later(hour + 3 * day));
  });
});

test("a lifetime purchase owes the running subscription a cancellation, and is applied once", () => {
  const payment = { id: "pi_1", paidAt: now };
  const bought = applyLifetime(buy(empty), payment, now, rules);
  expect(bought.duties).toEqual([{ kind: "cancel", subscriptionId: "sub_1", reason: "lifetime" }]);
  expect(applyLifetime(bought, payment, now, rules)).toEqual(bought);
  expect(buy(bought, { id: "sub_2" }).duties.at(-1)?.kind).toBe("cancel-and-refund");
});

test("a trial whose card has had one before is refused for good", () => {
  const refused = refuseTrial(empty, "sub_1");
  expect(entitled(refused)).toBe(false);
  expect(refused.duties[0]).toMatchObject({ kind: "cancel-and-refund", reason: "trial-used" });
  expect(buy(refused, { plan: "trial", status: "trialing" })).toEqual(refused);
});

describe("an admin", () => {
  test("adds days to a grant that still runs, and starts from now otherwise", () => {
    const week = grantManually(empty, { days: 7, commandId: "c1" }, now);
    const longer = grantManually(week, { days: 30, commandId: "c2" }, later(day));
    expect(accessOf(longer, now, rules).accessUntil).toEqual(later(37 * day));
    const again = grantManually(week, { days: 1, commandId: "c3" }, later(8 * day));
    expect(accessOf(again, later(8 * day), rules).accessUntil).toEqual(later(9 * day));
  });

  test("a grant does not block paying", () => {
    const week = grantManually(empty, { days: 7, commandId: "c1" }, now);
    expect(hasPaidSource(week, now, rules)).toBe(false);
  });

  test("cancels everything now and asks the provider to stop", () => {
    const rich = grantManually(buy(empty), { days: 7, commandId: "c1" }, now);
    const gone = cancelAll(rich, { commandId: "c2" }, now);
    expect(entitled(gone)).toBe(false);
    expect(gone.duties).toEqual([
      { kind: "stop-at-period-end", subscriptionId: "sub_1", reason: "admin" },
    ]);
    const revived = buy(gone, { fetchedAt: later(1_000) });
    expect(entitled(revived)).toBe(false);
  });
});

describe("names of changes", () => {
  const name = (before: Subscription, after: Subscription, moment = now) =>
    decide("usr_1", before, () => after, moment, rules)?.eventType;
  const active = { ...buy(empty), entitled: true };

  test("they follow from the access before and after", () => {
    expect(name(empty, active)).toBe("subscription.activated");
    const renewed = buy(active, { periodEnd: later(60 * day), fetchedAt: later(1) });
    expect(name(active, renewed)).toBe("subscription.renewed");
    const failed = buy(active, { status: "past_due", fetchedAt: later(1) });
    expect(name(active, failed)).toBe("subscription.past_due");
    expect(name(active, cancelAll(active, { commandId: "c" }, now))).toBe("subscription.canceled");
    expect(name(active, active, later(40 * day))).toBe("subscription.expired");
    expect(name(active, { ...active, customerId: "cus_2" })).toBe("subscription.updated");
    expect(name(active, active)).toBeUndefined();
  });
});

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
  fc.record({ kind: fc.constant("discharge" as const) }),
);

const apply = (state: Subscription, one: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
  switch (one.kind) {
    case "provider": {
      const { id, status, age, fetched } = one;
      return buy(state, { id, status, createdAt: later(-age * day), fetchedAt: later(fetched) });
    }
    case "lifetime":
      return applyLifetime(state, { id: one.id, paidAt: now }, now, rules);
    case "grant":
      return grantManually(state, { days: 7, commandId: one.commandId }, now);
    case "cancel":
      return cancelAll(state, { commandId: one.commandId }, now);
    case "discharge":
      return state.duties.reduce(dischargeDuty, state);
  }
};

describe("any history of events, in any order, with repetitions", () => {
  test("leaves at most one running subscription", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = steps.reduce(apply, empty);
        const live = state.sources.filter(
          (source) => source.kind === "provider" && entitled({ ...state, sources: [source] }),
        );
        expect(live.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a step taken twice is the same as once", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), step, (steps, last) => {
        const once = apply(steps.reduce(apply, empty), last);
        expect(apply(once, last)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });
});
