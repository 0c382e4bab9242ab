import { describe, expect, it } from "vitest";
import { buy, day, empty, hour, isEntitled, later, now } from "../../testing/fixtures.ts";
import { accessOf, defaultAccessRules as rules } from "./access.ts";
import { cancelAll } from "./admin-commands.ts";
import { applyLifetime, refuseTrial } from "./purchases.ts";

describe("a second running subscription", () => {
  const first = buy(empty, { id: "sub_a", createdAt: later(-hour) });

  it("is canceled and refunded", () => {
    const both = buy(first, { id: "sub_b" });
    expect(both.sources).toMatchObject([{ id: "sub_a" }, { id: "sub_b", endedAt: now }]);
    expect(isEntitled(both)).toBe(true);
    expect(both.effects).toEqual([
      { kind: "cancel-and-refund", objectId: "sub_b", reason: "duplicate" },
    ]);
  });

  it("stays and replaces a newer one that was fulfilled first", () => {
    const both = buy(buy(empty, { id: "sub_b" }), { id: "sub_a", createdAt: later(-hour) });
    expect(both.effects.map(({ objectId }) => objectId)).toEqual(["sub_b"]);
    expect(isEntitled(both)).toBe(true);
    const [gone] = both.sources;
    expect(gone).toMatchObject({ id: "sub_b", endedAt: now });
  });

  it("is the one fulfilled later when both began in the same second", () => {
    for (const [one, other] of [
      ["sub_a", "sub_b"],
      ["sub_b", "sub_a"],
    ] as const) {
      const both = buy(buy(empty, { id: one }), { id: other });
      expect(both.effects).toMatchObject([{ objectId: other }]);
    }
  });

  it("is canceled when an older subscription becomes active again", () => {
    const unpaid = buy(first, { id: "sub_a", status: "unpaid", createdAt: later(-hour) });
    const second = buy(unpaid, { id: "sub_b" });
    const both = buy(second, { id: "sub_a", createdAt: later(-hour), fetchedAt: later(1) });
    expect(both.effects).toMatchObject([
      { kind: "stop-at-period-end", objectId: "sub_a" },
      { kind: "cancel-and-refund", objectId: "sub_b" },
    ]);
  });

  it("ends an older one whose charge is being retried, before it becomes active again", () => {
    const stop = { kind: "stop-at-period-end", objectId: "sub_a" };
    for (const status of ["past_due", "unpaid", "paused"] as const) {
      const unpaid = buy(first, { id: "sub_a", status, failedAt: later(-4 * day) });
      expect(unpaid.effects).toEqual([]);
      expect(buy(unpaid, { id: "sub_b" }).effects).toEqual([stop]);
    }
    const grace = buy(first, { id: "sub_a", status: "past_due", failedAt: later(-2 * day) });
    expect(buy(grace, { id: "sub_b" }).effects).not.toContainEqual(stop);
  });

  it("stays when the first subscription has ended", () => {
    const ended = buy(first, { id: "sub_a", status: "canceled", fetchedAt: later(1) });
    expect(buy(ended, { id: "sub_b" }).effects).toEqual([]);
  });
});

describe("a subscription snapshot from the provider", () => {
  const state = buy(empty);

  it("is ignored when it is older than the stored one", () => {
    const renewed = buy(state, { periodEnd: later(60 * day), fetchedAt: later(1_000) });
    expect(buy(renewed, { fetchedAt: now })).toEqual(renewed);
  });

  it("is refused when it renews as no plan does", () => {
    expect(() => buy(state, { plan: undefined })).toThrow("no plan renews as sub_1 does");
  });

  it("does not restart an ended subscription", () => {
    const ended = buy(state, { status: "canceled", fetchedAt: later(1) });
    expect(buy(ended, { status: "active", fetchedAt: later(2) })).toEqual(ended);
  });

  it("of an ended subscription still updates whether its invoice is unpaid", () => {
    const ended = buy(state, { status: "canceled", isUnpaid: true, fetchedAt: later(1) });
    expect(ended.effects).toEqual([{ kind: "stop-at-period-end", objectId: "sub_1" }]);
    const voided = buy(
      { ...ended, effects: [] },
      { status: "canceled", isUnpaid: false, fetchedAt: later(2) },
    );
    expect(voided.effects).toEqual([]);
  });

  it("starts the grace period at the first failed charge", () => {
    const failed = buy(state, { status: "past_due", fetchedAt: later(hour) });
    const still = buy(failed, { status: "past_due", fetchedAt: later(2 * day) });
    expect(accessOf(still, now, rules).graceUntil).toEqual(later(hour + 3 * day));
  });
});

it("refuses a trial with the card of an earlier trial, also after later snapshots", () => {
  const refused = refuseTrial(empty, "sub_1");
  expect(isEntitled(refused)).toBe(false);
  expect(refused.effects[0]).toMatchObject({ kind: "cancel-and-refund", reason: "trial-used" });
  expect(buy(refused, { plan: "trial", status: "trialing" })).toEqual(refused);
});

describe("a second trial of one account", () => {
  const first = buy(empty, { id: "sub_a", plan: "trial", status: "trialing" });
  const ended = buy(first, { id: "sub_a", plan: "trial", status: "canceled", fetchedAt: later(1) });

  it("is refused even if its page was opened before the first trial was paid", () => {
    const second = buy(ended, { id: "sub_b", plan: "trial", status: "trialing" });
    expect(isEntitled(second)).toBe(false);
    expect(second.effects).toEqual([
      { kind: "cancel-and-refund", objectId: "sub_b", reason: "trial-used" },
    ]);
    expect(buy(second, { id: "sub_b", plan: "trial", status: "trialing" })).toEqual(second);
  });

  it("does not block a paid plan", () => {
    expect(isEntitled(buy(ended, { id: "sub_b" }))).toBe(true);
  });
});

it("cancels the running subscription for a lifetime purchase and applies the purchase once", () => {
  const payment = { id: "pi_1", paidAt: now };
  const bought = applyLifetime(buy(empty), payment, now);
  expect(bought.effects).toEqual([{ kind: "cancel", objectId: "sub_1", reason: "lifetime" }]);
  expect(applyLifetime(bought, payment, now)).toEqual(bought);
  expect(buy(bought, { id: "sub_2" }).effects.at(-1)?.kind).toBe("cancel-and-refund");
});

it("cancels a subscription whose charge is being retried for a lifetime purchase", () => {
  for (const status of ["past_due", "unpaid", "incomplete"] as const) {
    const state = buy(empty, { status });
    const bought = applyLifetime(state, { id: "pi_1", paidAt: now }, later(100 * 24 * hour));
    expect(bought.effects).toMatchObject([{ kind: "cancel", objectId: "sub_1" }]);
  }
});

it("refunds a second lifetime payment once and keeps the first", () => {
  const once = applyLifetime(empty, { id: "pi_1", paidAt: now }, now);
  const twice = applyLifetime(once, { id: "pi_2", paidAt: now }, now);
  expect(twice.effects).toEqual([{ kind: "refund", objectId: "pi_2", reason: "duplicate" }]);
  expect(twice.sources).toHaveLength(1);
  expect(isEntitled(twice)).toBe(true);
  expect(applyLifetime(twice, { id: "pi_2", paidAt: now }, now)).toEqual(twice);
});

it("sells lifetime access again after an admin has ended it", () => {
  const once = applyLifetime(empty, { id: "pi_1", paidAt: now }, now);
  const gone = cancelAll(once, { commandId: "c1" }, now);
  const again = applyLifetime(gone, { id: "pi_2", paidAt: now }, now);
  expect(again.effects).toEqual([]);
  expect(isEntitled(again)).toBe(true);
});

it("keeps the customer of the newest purchase when news of an older subscription arrives", () => {
  const older = { id: "sub_a", customerId: "cus_a", status: "canceled" } as const;
  const first = buy(empty, { id: "sub_a", customerId: "cus_a" });
  const both = buy(buy(first, { ...older, fetchedAt: later(1) }), { customerId: "cus_b" });
  const owner = { customerId: "cus_b", otherCustomerIds: ["cus_a"] };
  expect(both).toMatchObject(owner);
  expect(buy(both, { ...older, fetchedAt: later(2) })).toMatchObject(owner);
});

it("keeps the customer of the running plan when a second one is refused, and remembers the other", () => {
  const owner = { customerId: "cus_1", otherCustomerIds: ["cus_b"] };
  const second = { id: "sub_b", customerId: "cus_b", createdAt: later(day) };
  expect(buy(buy(empty), second)).toMatchObject(owner);
  const lifetime = { id: "pi_1", paidAt: now, customerId: "cus_1" };
  expect(buy(applyLifetime(empty, lifetime, now), second)).toMatchObject(owner);
});
