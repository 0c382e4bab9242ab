import { expect, it } from "vitest";
import { buy, empty, later, now, snapshot } from "../../testing/fixtures.ts";
import { cancelAll } from "./admin-commands.ts";
import { findDrift } from "./drift.ts";
import { refuse } from "./subscription.ts";

const refused = refuse(empty, {
  kind: "cancel-and-refund",
  objectId: "sub_1",
  reason: "duplicate",
});

it("finds no drift after copying a subscription, and a stale one after a change", () => {
  const known = buy(empty);
  expect(findDrift(known, snapshot({ fetchedAt: later(5) }))).toBeUndefined();
  expect(findDrift(known, snapshot({ status: "past_due" }))).toBe("stale");
  expect(findDrift(known, snapshot({ cancelAtPeriodEnd: true }))).toBe("stale");
  expect(findDrift(known, snapshot({ isUnpaid: true }))).toBe("stale");
  expect(findDrift(known, snapshot({ periodEnd: later(1) }))).toBe("stale");
});

it("reports a subscription that runs only at the provider as missing, but not an ended one", () => {
  expect(findDrift(undefined, snapshot())).toBe("missing");
  expect(findDrift(empty, snapshot({ status: "trialing" }))).toBe("missing");
  for (const status of ["canceled", "incomplete", "incomplete_expired"] as const)
    expect(findDrift(empty, snapshot({ status }))).toBeUndefined();
});

it("reports a subscription that an admin has ended and that renews, or has an unpaid invoice", () => {
  const ended = cancelAll(buy(empty), { commandId: "c1" }, now);
  expect(findDrift(ended, snapshot())).toBe("still-active");
  expect(findDrift(ended, snapshot({ cancelAtPeriodEnd: true }))).toBe("stale");
  const over = buy(ended, { status: "canceled" });
  expect(findDrift(over, snapshot({ status: "canceled", isUnpaid: true }))).toBe("still-active");
  expect(findDrift(over, snapshot({ status: "canceled" }))).toBeUndefined();
});

it("reports a refused subscription that still runs and never compares an ended one", () => {
  expect(findDrift(refused, snapshot())).toBe("still-active");
  expect(findDrift(refused, snapshot({ status: "canceled" }))).toBeUndefined();
  const ended = buy(empty, { status: "canceled" });
  expect(findDrift(ended, snapshot({ status: "active" }))).toBeUndefined();
});
