import { expect, it } from "vitest";
import { noSubscription, shownSubscription, type Subscription } from "./subscription.ts";

const endsAt = new Date("2026-04-01T00:00:00.000Z");
const accessUntil = new Date("2026-04-02T00:00:00.000Z");
const active: Subscription = {
  status: "active",
  tier: "premium",
  plan: "monthly",
  endsAt,
  accessUntil,
};
const before = new Date(accessUntil.getTime() - 1);

it("shows an active subscription with the end of its period while access lasts", () => {
  const shown = { status: "active", tier: "premium", endsAt };
  expect(shownSubscription(active, "user", before)).toEqual(shown);
});

it("shows a free account as soon as access ends, without an event", () => {
  const shown = { status: "canceled", tier: "free", endsAt };
  expect(shownSubscription(active, "user", accessUntil)).toEqual(shown);
});

it("shows the tier admin to admins, whatever plan they pay for", () => {
  for (const subscription of [noSubscription, active])
    expect(shownSubscription(subscription, "admin", before).tier).toBe("admin");
});
