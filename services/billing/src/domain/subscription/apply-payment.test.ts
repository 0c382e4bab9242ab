import { describe, expect, it } from "vitest";
import { buy, day, empty, isEntitled, later, payment } from "../../testing/fixtures.ts";
import { accessOf, defaultAccessRules as rules } from "./access.ts";
import { cancelAll } from "./admin-commands.ts";
import { applyPayment } from "./apply-payment.ts";
import { applyLifetime } from "./purchases.ts";
import { applySelfExclusion } from "./self-exclusion.ts";
import type { Subscription } from "./subscription.ts";
import { applyProviderPayment, type Payment, type ProviderPayment } from "../payment/payment.ts";

const owner = { userId: "usr_1", plan: "monthly" } as const;

/** The status and the access after these snapshots, in this order. */
const hear = (...answers: Partial<ProviderPayment>[]) => {
  let record: Payment | undefined;
  let subscription = buy(empty);
  for (const fields of answers) {
    const found = payment({ subscriptionId: "sub_1", ...fields });
    const draft = applyProviderPayment(undefined, found, owner);
    if (draft) subscription = applyPayment(subscription, draft, later(2_000), rules);
    record = applyProviderPayment(record, found, owner);
  }
  return [record?.status, isEntitled(subscription)];
};

describe("applying two payment snapshots of the same instant", () => {
  const fetchedAt = later(1_000);
  const disputed = { dispute: "open", fetchedAt } as const;
  const won = { dispute: "won", fetchedAt } as const;
  const refunded = { refundedCents: 1_999, fetchedAt };

  it("keeps a won dispute as won in both orders", () => {
    expect(hear(disputed, won)).toEqual(["succeeded", true]);
    expect(hear(won, disputed)).toEqual(["succeeded", true]);
  });

  it.each([
    ["refunded", refunded],
    ["disputed", disputed],
  ])("keeps a payment %s when one snapshot does not show that yet", (status, back) => {
    expect(hear(back, { fetchedAt })).toEqual([status, false]);
    expect(hear({ fetchedAt }, back)).toEqual([status, false]);
  });

  it("keeps a payment succeeded when one snapshot still shows it as failed", () => {
    const failed = { isPaid: false, failedAttempts: 1, fetchedAt };
    expect(hear(failed, { fetchedAt })).toEqual(["succeeded", true]);
    expect(hear({ fetchedAt }, failed)).toEqual(["succeeded", true]);
  });
});

it("applies the later of two payment snapshots in both orders", () => {
  const disputed = { dispute: "open", fetchedAt: later(500) } as const;
  const won = { dispute: "won", fetchedAt: later(1_000) } as const;
  expect(hear(disputed, won)).toEqual(["succeeded", true]);
  expect(hear(won, disputed)).toEqual(["succeeded", true]);
  expect(hear(won, { ...disputed, fetchedAt: later(1_500) })).toEqual(["disputed", false]);
});

it("keeps a lifetime purchase whose dispute is won, and cancels the plan bought during it", () => {
  const lifetime = { id: "pi_1", subscriptionId: undefined, amountCents: 24_900 };
  const at = { id: "pi_1", paidAt: later(0) };
  const apply = (state: Subscription, fields: Partial<ProviderPayment>) => {
    const found = payment({ ...lifetime, ...fields });
    const draft = applyProviderPayment(undefined, found, { userId: "usr_1", plan: "lifetime" });
    return draft ? applyPayment(state, draft, later(4_000), rules) : state;
  };
  const bought = applyLifetime(empty, at, later(0));
  const disputed = apply(bought, { dispute: "open", fetchedAt: later(1_000) });
  expect(isEntitled(disputed)).toBe(false);
  const won = apply(buy(disputed), { dispute: "won", fetchedAt: later(3_000) });
  expect(accessOf(won, later(4_000))).toMatchObject({ entitled: true, plan: "lifetime" });
  expect(won.effects).toContainEqual({ kind: "cancel", objectId: "sub_1", reason: "lifetime" });
});

it("refunds once a charge that was made after its plan had ended here", () => {
  const ended = cancelAll(buy(empty), { commandId: "c1" }, later(1_000));
  const back = applyProviderPayment(
    undefined,
    payment({ subscriptionId: "sub_1", refundedCents: 1_999, fetchedAt: later(1_000) }),
    owner,
  );
  const refunded = applyPayment(buy(empty), back as Payment, later(1_000), rules);
  const charge = (state: Subscription, fields: Partial<Payment>) => {
    const found = payment({ id: "pi_2", subscriptionId: "sub_1", fetchedAt: later(5_000) });
    const paid = applyProviderPayment(undefined, found, owner);
    return applyPayment(state, { ...(paid as Payment), ...fields }, later(5_000), rules).effects;
  };
  const lateRefund = { kind: "refund", objectId: "pi_2", reason: "ended" };
  const late = { paidAt: later(2_000) };
  for (const state of [ended, refunded]) expect(charge(state, late)).toContainEqual(lateRefund);
  for (const fields of [
    { paidAt: later(0) },
    { ...late, status: "failed" as const },
    { ...late, refundedAt: later(4_000) },
  ])
    expect(charge(ended, fields)).not.toContainEqual(lateRefund);
  expect(charge(buy(empty), late)).toEqual([]);
});

it("refunds once a renewal that was charged during a self-exclusion, and no charge outside of it", () => {
  const until = later(200 * day);
  const longer = later(400 * day);
  const bought = buy(empty);
  const excluded = applySelfExclusion(
    applySelfExclusion(bought, until, later(1_000)),
    longer,
    later(40 * day),
  );
  const charge = (state: Subscription, fields: Partial<Payment>) => {
    const found = payment({ id: "pi_2", subscriptionId: "sub_1", fetchedAt: later(500 * day) });
    const paid = applyProviderPayment(undefined, found, owner);
    return applyPayment(state, { ...(paid as Payment), ...fields }, later(500 * day), rules)
      .effects;
  };
  const refund = { kind: "refund", objectId: "pi_2", reason: "ended" };
  const during = { paidAt: later(30 * day) };
  expect(charge(excluded, during)).toContainEqual(refund);
  for (const fields of [
    { paidAt: later(500) },
    { paidAt: longer },
    { ...during, refundedAt: later(31 * day) },
  ])
    expect(charge(excluded, fields)).not.toContainEqual(refund);
  const after = later(450 * day);
  const again = applySelfExclusion(excluded, later(700 * day), after);
  expect(charge(again, { paidAt: longer }), "between two").not.toContainEqual(refund);
  expect(charge(again, { paidAt: later(451 * day) })).toContainEqual(refund);
});
