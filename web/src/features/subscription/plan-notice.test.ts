import { expect, it } from "vitest";
import { aStatus, aUser } from "#/testing/server.ts";
import { planNotice } from "./plan-notice.ts";

const nowMs = Date.parse("2026-11-23T12:00:00Z");
const end = "2026-11-25T10:00:00Z";
const notice = (status: Parameters<typeof planNotice>[1]) => planNotice(aUser(), status, nowMs);

it.each([
  ["2026-11-25T11:59:59Z", "Trial · 2 days"],
  ["2026-11-24T12:00:01Z", "Trial · 1 day"],
  ["2026-11-24T12:00:00Z", "Trial · 24 h"],
  ["2026-11-23T13:59:00Z", "Trial · 1 h"],
  ["2026-11-23T12:59:00Z", "Trial"],
])(
  "says how long a trial until %s lasts, in days while it is more than 24 hours",
  (periodEnd, text) => {
    expect(notice({ ...aStatus("trialing"), plan: "trial", periodEnd })).toBe(text);
  },
);

it("says when a canceled plan ends, also in its trial", () => {
  const ending = { ...aStatus("trialing"), plan: "trial", periodEnd: end, cancelAtPeriodEnd: true };
  expect(notice(ending)).toBe("Ends Nov 25");
});

it("names the year of a plan that ends on this day of the next year", () => {
  const ending = { plan: "annual", periodEnd: "2027-11-23T10:00:00Z", cancelAtPeriodEnd: true };
  expect(notice({ ...aStatus("active"), ...ending })).toBe("Ends Nov 23, 2027");
});

it("names a failed charge", () => {
  expect(notice({ ...aStatus("active"), plan: "monthly", graceUntil: end })).toBe("Payment failed");
});

it("says nothing about a plan that renews and about no plan", () => {
  expect(notice({ ...aStatus("active"), plan: "monthly", periodEnd: end })).toBeUndefined();
  expect(notice(aStatus("none"))).toBeUndefined();
});

it("takes the trial from the account until the subscription is loaded", () => {
  const user = aUser({ subscriptionTier: "premium_trial", subscriptionEndDate: end });
  expect(planNotice(user, undefined, nowMs)).toBe("Trial · 2 days");
});
