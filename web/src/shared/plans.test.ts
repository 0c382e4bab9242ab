import { plans } from "@orbline/proto/constants/plans";
import { expect, it } from "vitest";
import { chargesOf, planCards, renewalText } from "./plans.ts";

const now = new Date("2026-11-21T09:43:00Z");

it("charges nothing today for a trial, then monthly from the end of the trial", () => {
  const charges = chargesOf("trial", now);
  expect(charges.map(({ cents }) => cents)).toEqual([0, 1999, 1999]);
  expect(charges[1]?.date?.toISOString()).toBe("2026-11-23T09:43:00.000Z");
  expect(charges[2]?.date?.toISOString()).toBe("2026-12-23T09:43:00.000Z");
});

it("renews the annual plan after a year and the lifetime plan never", () => {
  expect(chargesOf("annual", now)[1]?.date?.getFullYear()).toBe(2027);
  expect(chargesOf("lifetime", now)).toHaveLength(1);
});

it("names the renewal price of each plan", () => {
  expect(plans.map(renewalText)).toEqual([
    "$19.99 every month until you cancel.",
    "$19.99 every month until you cancel.",
    "$215.89 every year until you cancel.",
    "$249.00 once. Nothing renews.",
  ]);
});

it("adds a month to the 31st as the last day of a shorter month", () => {
  const [, renewal] = chargesOf("monthly", new Date(2027, 0, 31, 12));
  expect([renewal?.date?.getMonth(), renewal?.date?.getDate()]).toEqual([1, 28]);
});

it("names the savings of the annual and the lifetime plan", () => {
  const { annual, lifetime } = planCards;
  expect([annual.badge, annual.note]).toEqual(["SAVE 10%", "$23.99 less than monthly"]);
  expect([lifetime.badge, lifetime.note]).toEqual(["BEST VALUE", "save $951 over 5 years"]);
});
