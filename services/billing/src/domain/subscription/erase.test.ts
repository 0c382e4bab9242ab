import { expect, it } from "vitest";
import { buy, empty, later, now } from "../../testing/fixtures.ts";
import { removeEffect, scheduleEffect } from "../effects.ts";
import { assertNotErased, collapse, erase, isErased, isErasedError } from "./erase.ts";
import { applyLifetime } from "./purchases.ts";
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
