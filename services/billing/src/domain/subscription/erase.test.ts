import { describe, expect, it } from "vitest";
import { buy, day, empty, later, now } from "../../testing/fixtures.ts";
import { removeEffect, scheduleEffect } from "../effects.ts";
import { assertNotErased, collapse, erase, isErased, isErasedError } from "./erase.ts";
import { applyLifetime } from "./purchases.ts";
import { applySelfExclusion } from "./self-exclusion.ts";
import { customersOf, setPrimaryCustomer, type Subscription } from "./subscription.ts";

function effectsOf({ effects }: Subscription): string[] {
  return effects.map(({ kind, objectId }) => `${kind} ${objectId}`);
}

it("cancels running subscriptions and erases every customer at the provider", () => {
  const subscriber = buy(setPrimaryCustomer(empty, "cus_earlier"));
  expect(customersOf(subscriber)).toEqual(["cus_1", "cus_earlier"]);
  const leaving = erase(subscriber, now);
  expect(effectsOf(leaving)).toEqual([
    "cancel sub_1",
    "erase-customer cus_1",
    "erase-customer cus_earlier",
    "erase-records usr_1",
  ]);
  expect(erase(leaving, later(1))).toBe(leaving);
  expect(isErased(leaving)).toBe(false);
});

it("keeps only a deletion mark of an erased user without pending effects", () => {
  const leaving = erase(buy(empty), now);
  const done = leaving.effects.reduce<Subscription>(
    (state, effect) => collapse(removeEffect(state, effect)),
    leaving,
  );
  expect(isErased(done)).toBe(true);
  expect(done).toEqual({ ...empty, erasedAt: now });
});

it("makes a pending customer request due at once and drops pending emails", () => {
  const waiting = scheduleEffect(empty, {
    kind: "create-customer",
    objectId: "key",
    dueAt: later(9),
  });
  const email = { kind: "email", objectId: "e", email: { kind: "unpaid-ended" } } as const;
  const leaving = erase(scheduleEffect(waiting, email), now);
  expect(effectsOf(leaving)).toEqual(["create-customer key", "erase-records usr_1"]);
  expect(leaving.effects[0]?.dueAt).toBeUndefined();
});

it("refuses every change for an erased user", () => {
  expect(() => assertNotErased(erase(empty, now))).toThrow(
    expect.toSatisfy(isErasedError, "refused for an erased user"),
  );
  expect(() => assertNotErased(empty)).not.toThrow();
});

it("also refunds what a plan charges whose cancellation is pending", () => {
  const bought = buy(empty);
  const paid = { id: "pi_lifetime", customerId: "cus_1", paidAt: now };
  const [effect] = erase(applyLifetime(bought, paid, now), now).effects;
  expect(effect).toMatchObject({ kind: "cancel", objectId: "sub_1", reason: "erased" });
});

describe("the self-exclusion of an erased user", () => {
  const until = later(180 * day);
  const excluded = applySelfExclusion(empty, until, now);
  const address = {
    kind: "exclude-address",
    objectId: until.toISOString(),
    addressHash: "hash",
  } as const;
  const forget = { kind: "forget-address", objectId: "hash", dueAt: later(7 * day) } as const;

  it("is kept under the hash of the address, with nothing but its end", () => {
    const leaving = erase(excluded, now, "hash");
    expect(leaving.effects).toContainEqual(address);
    expect(leaving.effects).toContainEqual(forget);
    expect(isErased(leaving)).toBe(true);
    const done = collapse(removeEffect(removeEffect(leaving, address), forget));
    expect(JSON.stringify(done)).not.toContain("hash");
    expect(done.selfExcludedUntil).toBeUndefined();
  });

  it("leaves no effect when it has ended, and none for an account without an address", () => {
    const kinds = (state: Subscription) => state.effects.map(({ kind }) => kind);
    expect(kinds(erase(excluded, until, "hash"))).toEqual(["erase-records", "forget-address"]);
    expect(kinds(erase(excluded, now))).toEqual(["erase-records"]);
  });

  it("is kept when it is reported after the erasure, once for each end, until the hash is forgotten", () => {
    const leaving = erase(empty, now, "hash");
    expect(leaving.effects).not.toContainEqual(address);
    const reported = applySelfExclusion(leaving, until, later(1));
    expect(reported.effects).toContainEqual(address);
    expect(applySelfExclusion(reported, until, later(2))).toBe(reported);
    const longer = later(700 * day);
    const extended = applySelfExclusion(reported, longer, later(3));
    const second = { ...address, objectId: longer.toISOString() };
    expect(extended.effects).toEqual([...reported.effects, second]);
    const forgotten = removeEffect(leaving, forget);
    expect(applySelfExclusion(forgotten, until, later(4))).toBe(forgotten);
  });
});
