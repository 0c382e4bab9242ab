import { expect, it } from "vitest";
import { later, payment } from "../../testing/fixtures.ts";
import { applyProviderPayment, type Payment } from "./payment.ts";
import { removePaymentEffect, orderRefund, refundableCents, refundOutcome } from "./refund.ts";

const owner = { userId: "usr_1", plan: "monthly" } as const;
const paid = (fields = {}): Payment => {
  const state = applyProviderPayment(undefined, payment(fields), owner);
  if (!state) throw new Error("nothing was charged");
  return state;
};

it("counts an ordered refund before it is made and accepts an order once", () => {
  const part = orderRefund(paid(), { commandId: "a", amountCents: 500 });
  expect(refundableCents(part)).toBe(1_499);
  expect(orderRefund(part, { commandId: "a", amountCents: 500 })).toBe(part);
  const rest = orderRefund(part, { commandId: "b" });
  expect(rest.effects).toMatchObject([{ amountCents: 500 }, { amountCents: 1_499 }]);
  expect(() => orderRefund(rest, { commandId: "c" })).toThrow("nothing left");
  const [left] = rest.effects.map((effect) => removePaymentEffect(rest, effect));
  expect(left?.effects).toMatchObject([{ amountCents: 1_499 }]);
});

it("refuses a known order id with another amount and accepts it without an amount", () => {
  const part = orderRefund(paid(), { commandId: "a", amountCents: 500 });
  expect(() => orderRefund(part, { commandId: "a", amountCents: 600 })).toThrow(
    "This refund was already ordered, for $5.00.",
  );
  expect(orderRefund(part, { commandId: "a" })).toBe(part);
});

it("does not mark a refund as refused when another attempt has made it", () => {
  const ordered = orderRefund(paid(), { commandId: "a" });
  const [effect] = ordered.effects;
  if (!effect) throw new Error("no effect is pending");
  const made = removePaymentEffect(ordered, effect);
  expect(removePaymentEffect(made, effect, "refused")).toBe(made);
  const refused = removePaymentEffect(ordered, effect, "refused");
  expect(refundOutcome(refused, "a")).toBe("refused");
  expect(refundableCents(refused)).toBe(1_999);
  expect(refundOutcome(removePaymentEffect(refused, effect), "a")).toBe("done");
});

it.each([0, -1, 2_000])("refuses a refund of %i of 1999 cents", (amountCents) => {
  expect(() => orderRefund(paid(), { commandId: "a", amountCents })).toThrow(
    "The refund must be between $0.01 and $19.99.",
  );
});

it("refuses a refund of a failed, disputed or refunded payment", () => {
  for (const fields of [
    { isPaid: false, failedAttempts: 1 },
    { dispute: "open" },
    { refundedCents: 1_999 },
  ])
    expect(refundableCents(paid(fields))).toBe(0);
});

it("ignores an older snapshot of a payment and does not record an untried payment", () => {
  const refunded = paid({ refundedCents: 1_999, fetchedAt: later(5) });
  expect(applyProviderPayment(refunded, payment({ fetchedAt: later(1) }), owner)).toBe(refunded);
  expect(applyProviderPayment(undefined, payment({ isPaid: false }), owner)).toBeUndefined();
});

it("knows when billing learned of the latest refund", () => {
  const first = applyProviderPayment(
    paid({}),
    payment({ refundedCents: 500, fetchedAt: later(5) }),
    owner,
  );
  expect(first?.refundedAt).toEqual(later(5));
  const same = payment({ refundedCents: 500, fetchedAt: later(6) });
  expect(applyProviderPayment(first, same, owner)?.refundedAt).toEqual(later(5));
  const more = payment({ refundedCents: 800, fetchedAt: later(7) });
  expect(applyProviderPayment(first, more, owner)?.refundedAt).toEqual(later(7));
});
