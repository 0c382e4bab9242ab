import { describe, expect, it } from "vitest";
import { buy, empty, isEntitled, later, payment } from "../../testing/fixtures.ts";
import { defaultAccessRules as rules } from "./access.ts";
import { applyPayment } from "./apply-payment.ts";
import { applyProviderPayment, type Payment, type ProviderPayment } from "../payment/payment.ts";

const owner = { userId: "usr_1", plan: "monthly" } as const;

/** What billing holds once these answers came, in this order. */
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

describe("answers of the same instant, as two processes may ask", () => {
  const fetchedAt = later(1_000);
  const disputed = { dispute: "open", fetchedAt } as const;
  const won = { dispute: "won", fetchedAt } as const;
  const refunded = { refundedCents: 1_999, fetchedAt };

  it("leave a dispute won, whichever comes first", () => {
    expect(hear(disputed, won)).toEqual(["succeeded", true]);
    expect(hear(won, disputed)).toEqual(["succeeded", true]);
  });

  it.each([
    ["refunded", refunded],
    ["disputed", disputed],
  ])("leave a payment %s that one of them does not know to be so", (status, back) => {
    expect(hear(back, { fetchedAt })).toEqual([status, false]);
    expect(hear({ fetchedAt }, back)).toEqual([status, false]);
  });

  it("leave a payment succeeded that one of them still calls failed", () => {
    const failed = { isPaid: false, failedAttempts: 1, fetchedAt };
    expect(hear(failed, { fetchedAt })).toEqual(["succeeded", true]);
    expect(hear({ fetchedAt }, failed)).toEqual(["succeeded", true]);
  });
});

it("of two answers the later one counts, in whatever order they come", () => {
  const disputed = { dispute: "open", fetchedAt: later(500) } as const;
  const won = { dispute: "won", fetchedAt: later(1_000) } as const;
  expect(hear(disputed, won)).toEqual(["succeeded", true]);
  expect(hear(won, disputed)).toEqual(["succeeded", true]);
  expect(hear(won, { ...disputed, fetchedAt: later(1_500) })).toEqual(["disputed", false]);
});
