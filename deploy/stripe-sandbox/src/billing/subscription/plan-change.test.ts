import { describe, expect, it } from "vitest";
import { initialCatalog } from "../../shapes/catalog.ts";
import { newSubscription } from "../../shapes/subscription.ts";
import type { Price } from "../../state/objects.ts";
import { changePlan, type PlanChange } from "./plan-change.ts";

const priceOf = (key: string): Price => {
  const found = initialCatalog.find(({ price }) => price.lookup_key === key);
  if (!found) throw new Error(`no price ${key}`);
  return found.price;
};

const at = (iso: string) => Date.parse(iso) / 1000;
const start = at("2026-06-01T00:00:00Z");
const half = at("2026-06-16T00:00:00Z");

const subscriptionTo = (key: string, periodEnd: number, trialEnd: number | null = null) =>
  newSubscription({
    created: start,
    customer: "cus_1",
    price: priceOf(key),
    quantity: 1,
    periodEnd,
    trialEnd,
    missingPaymentMethod: "cancel",
    paymentMethod: "pm_1",
    description: null,
    metadata: {},
  });

const monthly = subscriptionTo("monthly", at("2026-07-01T00:00:00Z"));
const change = (key: string, more: Partial<PlanChange> = {}): PlanChange => ({
  price: priceOf(key),
  at: half,
  prorates: true,
  restarts: false,
  endsTrial: false,
  ...more,
});
const context = { now: half, nameOf: ({ lookup_key: key }: Price) => key ?? "" };

describe("changePlan", () => {
  it("starts the annual period now and credits the unused half month", () => {
    const { next, lines } = changePlan(monthly, change("annual"), context);
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
    const { lines } = changePlan(monthly, change("annual", { prorates: false }), context);
    expect(lines.map(({ amount }) => amount)).toEqual([21_589]);
  });

  it("credits more than the new price when an annual plan becomes monthly", () => {
    const annual = subscriptionTo("annual", at("2027-06-01T00:00:00Z"));
    const { lines } = changePlan(annual, change("monthly"), context);
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_999 - 20_702);
  });

  it("continues a trial at another price, or ends it and charges the full price", () => {
    const trialEnd = start + 20 * 86_400;
    const trial = subscriptionTo("monthly", trialEnd, trialEnd);
    const goesOn = changePlan(trial, change("annual"), context);
    expect(goesOn.lines).toEqual([]);
    expect(goesOn.next).toMatchObject({ status: "trialing", trial_end: trialEnd });
    const over = changePlan(trial, change("monthly", { endsTrial: true }), context);
    expect(over.lines.map(({ amount }) => amount)).toEqual([1_999]);
    expect(over.next).toMatchObject({ status: "active", trial_end: half });
  });

  it("charges nothing for the current price, and moves the end of a canceled subscription", () => {
    expect(changePlan(monthly, change("monthly"), context).lines).toEqual([]);
    const ending = { ...monthly, cancel_at_period_end: true, cancel_at: 1 };
    const { next } = changePlan(ending, change("annual"), context);
    expect(next.cancel_at).toBe(at("2027-06-16T00:00:00Z"));
  });
});
