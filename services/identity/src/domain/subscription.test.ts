import { expect, it } from "vitest";
import { noSubscription, shownSubscription, type Subscription } from "./subscription.ts";

const end = new Date("2026-04-01T00:00:00.000Z");
const accessUntil = new Date("2026-04-02T00:00:00.000Z");
const active: Subscription = { status: "active", tier: "premium", endsAt: end, accessUntil };
const before = new Date(accessUntil.getTime() - 1);

it("shows an active subscription with its period's end while access lasts", () => {
  expect(shownSubscription(active, "user", before)).toEqual({
    status: "active",
    tier: "premium",
    endsAt: end,
  });
});

it("shows none and free from the moment access ends, without any event", () => {
  const ended = { status: "none", tier: "free", endsAt: undefined };
  expect(shownSubscription(active, "user", accessUntil)).toEqual(ended);
});

it("never ends a subscription that has no date of its own", () => {
  const lifetime: Subscription = { ...active, endsAt: undefined, accessUntil: undefined };
  const later = new Date("2099-01-01T00:00:00.000Z");
  expect(shownSubscription(lifetime, "user", later)).toMatchObject({ status: "active" });
});

it.each(["past_due", "canceled"] as const)("leaves %s as billing told it", (status) => {
  const told: Subscription = { ...active, status };
  expect(shownSubscription(told, "user", accessUntil)).toMatchObject({ status, endsAt: end });
});

it("shows the tier admin to admins, whatever they pay", () => {
  expect(shownSubscription(noSubscription, "admin", before)).toMatchObject({
    status: "none",
    tier: "admin",
  });
});
