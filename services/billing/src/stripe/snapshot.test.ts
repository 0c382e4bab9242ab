import type Stripe from "stripe";
import { expect, it } from "vitest";
import { accessOf, defaultAccessRules as rules } from "../domain/subscription/access.ts";
import { decide } from "../domain/subscription/decide.ts";
import { findDrift } from "../domain/subscription/drift.ts";
import { recurringOf } from "../domain/subscription/plan-change.ts";
import { applyProviderSubscription } from "../domain/subscription/purchases.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import { empty } from "../testing/fixtures.ts";
import { toSnapshot } from "./snapshot.ts";

const fetchedAt = new Date("2026-11-21T12:00:00Z");
const at = (seconds: number) => new Date(seconds * 1_000);

const subscription = (fields: object, item: object = {}) =>
  ({
    id: "sub_1",
    object: "subscription",
    customer: { id: "cus_1" },
    status: "active",
    created: 100,
    cancel_at_period_end: false,
    metadata: { plan: "monthly" },
    items: { data: [{ price: { recurring: { interval: "month", interval_count: 1 } }, ...item }] },
    ...fields,
  }) as unknown as Stripe.Subscription;

it("reads the period from the item, or from the subscription in older API versions", () => {
  const newer = subscription({}, { current_period_start: 200, current_period_end: 300 });
  const older = subscription({ current_period_start: 200, current_period_end: 300 });
  for (const sent of [newer, older])
    expect(toSnapshot(sent, fetchedAt)).toMatchObject({
      periodStart: at(200),
      periodEnd: at(300),
      customerId: "cus_1",
      fetchedAt,
    });
});

it("uses the creation date for both ends of a missing period, never an invalid date", () => {
  const { periodStart, periodEnd } = toSnapshot(subscription({}), fetchedAt);
  expect([periodStart, periodEnd]).toEqual([at(100), at(100)]);
});

it("treats a date of cancellation like the flag, which ends a subscription with its period", () => {
  const period = { current_period_start: 200, current_period_end: 300 };
  const endOf = (fields: object) => toSnapshot(subscription(fields, period), fetchedAt);
  expect(endOf({ cancel_at: null })).toMatchObject({ cancelAtPeriodEnd: false });
  for (const cancel_at of [300, 250, 900])
    expect(endOf({ cancel_at })).toMatchObject({
      cancelAtPeriodEnd: true,
      periodEnd: at(cancel_at),
    });
  const flagged = { cancel_at_period_end: true, cancel_at: 250 };
  expect(endOf(flagged)).toMatchObject({ cancelAtPeriodEnd: true, periodEnd: at(300) });
});

it("is unpaid while the newest invoice waits for money, unless it renews until a later date of the end", () => {
  const isUnpaid = (invoice: object, fields: object = {}) =>
    toSnapshot(subscription({ latest_invoice: invoice, ...fields }), fetchedAt).isUnpaid;
  const invoice = { amount_due: 1_999, created: 200, status_transitions: {} };
  for (const status of ["draft", "open", "uncollectible"])
    expect(isUnpaid({ ...invoice, status })).toBe(true);
  for (const status of ["paid", "void"]) expect(isUnpaid({ ...invoice, status })).toBe(false);
  const draft = { ...invoice, status: "draft" };
  expect(isUnpaid({ ...draft, amount_due: 0 })).toBe(false);
  expect(isUnpaid(draft, { cancel_at: 900, canceled_at: 100 })).toBe(false);
  expect(isUnpaid(draft, { cancel_at: 900, canceled_at: 200 })).toBe(true);
  expect(isUnpaid(draft, { cancel_at_period_end: true, canceled_at: 100 })).toBe(true);
});

it("shows a plan that the portal ends on a date as canceled in access, page, email and comparison", () => {
  const end = fetchedAt.getTime() / 1_000 + 86_400;
  const item = { current_period_start: end - 30 * 86_400, current_period_end: end };
  const hear = (state: Subscription | undefined, fields: object) => {
    const found = toSnapshot(subscription(fields, item), fetchedAt);
    const take = (one: Subscription) => applyProviderSubscription(one, found, fetchedAt, rules);
    const drift = findDrift(state, found);
    return { drift, state: decide("usr_1", state, take, fetchedAt, rules)?.state ?? state };
  };
  const { state: running } = hear(undefined, {});
  const { drift, state: canceled } = hear(running, { cancel_at: end });
  expect(drift).toBe("stale");
  expect(hear(canceled, { cancel_at: end }).drift).toBeUndefined();
  const until = { cancelAtPeriodEnd: true, accessUntil: at(end), periodEnd: at(end) };
  expect(accessOf(canceled ?? empty, fetchedAt, rules)).toMatchObject({ entitled: true, ...until });
  expect(recurringOf(canceled ?? empty)).toMatchObject({ cancelAtPeriodEnd: true });
  expect(canceled?.effects).toMatchObject([
    { kind: "email", email: { kind: "canceled", plan: "monthly", accessUntil: at(end) } },
  ]);
  const { state: resumed } = hear(canceled, { cancel_at: null });
  expect(accessOf(resumed ?? empty, fetchedAt, rules)).toMatchObject({ cancelAtPeriodEnd: false });
});

it("derives the plan from the interval of the price and from the metadata", () => {
  const planOf = (interval: string, plan?: string, interval_count = 1) => {
    const item = { price: { recurring: { interval, interval_count } } };
    return toSnapshot(subscription({ metadata: plan ? { plan } : {} }, item), fetchedAt).plan;
  };
  expect(planOf("year", "annual")).toBe("annual");
  expect(planOf("month", "trial")).toBe("trial");
  expect(planOf("month", "monthly")).toBe("monthly");
  expect(planOf("month")).toBe("monthly");
  expect(planOf("week", "trial")).toBeUndefined();
  expect(planOf("month", "monthly", 3)).toBeUndefined();
});
