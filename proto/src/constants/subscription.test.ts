import { expect, it } from "vitest";
import { subscriptionAt, type SubscriptionSummary } from "./subscription.ts";

const end = new Date("2026-03-01T00:00:00Z");
const before = new Date(end.getTime() - 1);

const paid: SubscriptionSummary = {
  status: "active",
  tier: "premium",
  plan: "monthly",
  endsAt: end,
  accessUntil: end,
};

it("keeps a subscription unchanged until its access ends", () => {
  expect(subscriptionAt(paid, before)).toEqual(paid);
  expect(subscriptionAt({ ...paid, accessUntil: undefined }, end)).toMatchObject({
    tier: "premium",
  });
});

it.each([
  ["an active plan is canceled and keeps its end date", paid, { status: "canceled", endsAt: end }],
  [
    "a past due plan stays past due",
    { ...paid, status: "past_due" as const },
    { status: "past_due" },
  ],
  [
    "a manual grant leaves no subscription",
    { ...paid, plan: "manual" },
    { status: "none", endsAt: undefined },
  ],
])("when access ends by its date, %s", (_title, subscription, expected) => {
  expect(subscriptionAt(subscription, end)).toMatchObject({ ...expected, tier: "free" });
});
