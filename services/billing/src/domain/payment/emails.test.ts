import { expect, it } from "vitest";
import { day, later, payment } from "../../testing/fixtures.ts";
import { withPaymentEmails } from "./emails.ts";
import { applyProviderPayment, type Payment } from "./payment.ts";

/** The payment after another failed charge, and the end of access in the email about it. */
const fail = (before: Payment | undefined, days: number, firstFailedAt?: Date) => {
  const failedAttempts = (before?.failedAttempts ?? 0) + 1;
  const found = payment({ isPaid: false, failedAttempts, fetchedAt: later(days * day) });
  const after = applyProviderPayment(before, found, { userId: "usr_1", plan: "monthly" });
  if (!after) throw new Error("the charge has not failed");
  const effect = withPaymentEmails(before, after, { graceMs: 3 * day, firstFailedAt }).effects[0];
  if (effect?.kind !== "email" || effect.email.kind !== "payment-failed")
    throw new Error("no email");
  return { after, graceUntil: effect.email.graceUntil };
};

it("promises access until the end of the days of grace in the email about a failed charge, and none after it", () => {
  const first = fail(undefined, 0);
  expect(first.graceUntil).toEqual(later(3 * day));
  expect(fail(first.after, 2).graceUntil).toEqual(later(3 * day));
  expect(fail(first.after, 3).graceUntil).toBeUndefined();
});

it("promises no new days of grace when the next invoice of a plan fails that is past due already", () => {
  expect(fail(undefined, 30, later(0)).graceUntil).toBeUndefined();
  expect(fail(undefined, 2, later(0)).graceUntil).toEqual(later(3 * day));
});
