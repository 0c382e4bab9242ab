import { describe, expect, it } from "vitest";
import { planOf, seedCatalog } from "../objects/catalog.ts";
import type { World } from "../state/world.ts";
import { openDatabase } from "../state/database.ts";
import { createStore } from "../state/store.ts";
import { changePlan, type PlanChange } from "./plan-change.ts";
import { testCatalog } from "../../test/catalog.ts";
import { newSubscription } from "./subscriptions.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const start = at("2026-06-01T00:00:00Z");
const half = at("2026-06-16T00:00:00Z");

/** A world that contains only the catalog and the time. */
const worldAt = (now: number) => {
  const store = createStore(openDatabase(":memory:"));
  const clock = { now: () => now, testClock: () => "" };
  const world = { store, clock, publicUrl: () => "", catalog: testCatalog } as unknown as World;
  seedCatalog(world);
  return world;
};
const world = worldAt(half);

const priceOf = (key: string) => {
  const price = world.store.find("price", `price_${key}`);
  if (!price) throw new Error(`no price ${key}`);
  return price;
};

const subscriptionTo = (key: string, trialDays = 0) => {
  const subscription = newSubscription(worldAt(start), {
    customer: "cus_1",
    price: priceOf(key),
    quantity: 1,
    trialDays,
    missingPaymentMethod: "cancel",
    method: null,
    description: null,
    metadata: {},
  });
  return trialDays > 0 ? subscription : { ...subscription, status: "active" as const };
};

const monthly = subscriptionTo("monthly");
const change = (key: string, more: Partial<PlanChange> = {}): PlanChange => ({
  price: priceOf(key),
  at: half,
  prorates: true,
  restarts: false,
  endsTrial: false,
  ...more,
});
describe("changePlan", () => {
  it("starts the annual period now and credits the unused half month", () => {
    const { next, lines } = changePlan(world, monthly, change("annual"));
    expect(lines.map(({ amount, proration = false }) => [amount, proration])).toEqual([
      [-1000, true],
      [21_589, false],
    ]);
    expect(next).toMatchObject({ billing_cycle_anchor: half, status: "active" });
    expect(next.items.data[0]).toMatchObject({
      current_period_start: half,
      current_period_end: at("2027-06-16T00:00:00Z"),
      price: { lookup_key: "annual" },
    });
  });

  it("adds no credit when prorations are off", () => {
    const { lines } = changePlan(world, monthly, change("annual", { prorates: false }));
    expect(lines.map(({ amount }) => amount)).toEqual([21_589]);
  });

  it("credits more than the new price when an annual plan becomes monthly", () => {
    const annual = subscriptionTo("annual");
    const { lines } = changePlan(world, annual, change("monthly"));
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_999 - 20_702);
  });

  it("continues a trial at another price, or ends it and charges the full price", () => {
    const trial = subscriptionTo("monthly", 20);
    const goesOn = changePlan(world, trial, change("annual"));
    expect(goesOn.lines).toEqual([]);
    expect(goesOn.next).toMatchObject({ status: "trialing", trial_end: start + 20 * 86_400 });
    const over = changePlan(world, trial, change("monthly", { endsTrial: true }));
    expect(over.lines.map(({ amount }) => amount)).toEqual([1_999]);
    expect(over.next).toMatchObject({ status: "active", trial_end: half });
  });

  it("charges nothing for the current price, and moves the end of a canceled subscription", () => {
    expect(changePlan(world, monthly, change("monthly")).lines).toEqual([]);
    const ending = { ...monthly, cancel_at_period_end: true, cancel_at: 1 };
    const { next } = changePlan(world, ending, change("annual"));
    expect(next.cancel_at).toBe(at("2027-06-16T00:00:00Z"));
  });
});

it("has no plan for a price that does not renew, rather than a monthly one", () => {
  expect(() => planOf(world, priceOf("lifetime"))).toThrow("price_lifetime does not renew");
});
