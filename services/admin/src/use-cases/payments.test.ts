import { expect, it } from "vitest";
import type { Payments } from "./ports.ts";
import { getRevenue, monthOf } from "./payments.ts";

it("adds up the cents of twelve months by default", async () => {
  const sum = { payments: 1, grossCents: 1_999, refundedCents: 10, trialsStarted: 0 };
  const requested: string[] = [];
  const payments: Pick<Payments, "figures"> = {
    figures: async (...months) => {
      requested.push(...months);
      return {
        currency: "usd",
        months: ["2026-01", "2026-02", "2026-03"].map((month) => ({ month, ...sum })),
        plans: [],
        active: [],
        trialsStarted: 0,
        trialsConverted: 0,
        affiliateConversions: 0,
        affiliateCents: 0,
      };
    },
  };
  const clock = { now: () => new Date("2026-03-31T12:00:00Z") };
  const { total } = await getRevenue({ payments: payments as Payments, clock }, {});
  expect(requested).toEqual(["2025-04", "2026-03"]);
  expect(total).toEqual({ payments: 3, grossCents: 5_997, refundedCents: 30 });
});

it.each([
  ["2026-11-30T23:59:59.999Z", 0, "2026-11"],
  ["2026-03-31T12:00:00Z", -1, "2026-02"],
  ["2026-01-01T00:00:00Z", -11, "2025-02"],
  ["2026-12-31T00:00:00Z", 1, "2027-01"],
])("moves the month of %s by %i to %s", (time, offset, month) => {
  expect(monthOf(new Date(time), offset)).toBe(month);
});
