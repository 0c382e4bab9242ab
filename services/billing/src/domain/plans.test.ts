import { expect, it } from "vitest";
import { agreesWith, findPlan } from "./plans.ts";

const annual = { amountCents: 21_589, currency: "usd", interval: "year" };

it("accepts a price only if its amount, currency and interval match the plan", () => {
  const plan = findPlan("annual");
  expect(agreesWith(plan, annual)).toBe(true);
  expect(agreesWith(plan, { ...annual, amountCents: 21_588 })).toBe(false);
  expect(agreesWith(plan, { ...annual, amountCents: null })).toBe(false);
  expect(agreesWith(plan, { ...annual, currency: "eur" })).toBe(false);
  expect(agreesWith(plan, { ...annual, interval: "month" })).toBe(false);
});
