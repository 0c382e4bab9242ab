import type Stripe from "stripe";
import { expect, it } from "vitest";
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
    items: { data: [{ price: { recurring: { interval: "month" } }, ...item }] },
    ...fields,
  }) as unknown as Stripe.Subscription;

it("the bounds of a period are read from the item, or from the subscription in older API versions", () => {
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

it("a subscription without a period has its creation date as both bounds, never an invalid date", () => {
  const { periodStart, periodEnd } = toSnapshot(subscription({}), fetchedAt);
  expect([periodStart, periodEnd]).toEqual([at(100), at(100)]);
});

it("the plan follows from the interval of the price and from the metadata", () => {
  const planOf = (interval: string, plan?: string) =>
    toSnapshot(
      subscription({ metadata: plan ? { plan } : {} }, { price: { recurring: { interval } } }),
      fetchedAt,
    ).plan;
  expect(planOf("year", "annual")).toBe("annual");
  expect(planOf("month", "trial")).toBe("trial");
  expect(planOf("month", "monthly")).toBe("monthly");
  expect(planOf("month")).toBe("monthly");
});
