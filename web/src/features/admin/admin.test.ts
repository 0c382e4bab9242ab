import { expect, it } from "vitest";
import { refundSchemaOf } from "./payments-tab.tsx";
import { monthsBack } from "./revenue-tab.tsx";

it("accepts a refund from one cent to the remaining amount with at most two decimals", () => {
  const schema = refundSchemaOf(1999);
  const parse = (amount: string) => schema.safeParse({ amount, reason: "why" }).data?.amount;
  expect(["19.99", " 5 ", "0.01", "10.5"].map(parse)).toEqual([1999, 500, 1, 1050]);
  expect(["20", "0", "", "-1", "1.999", "1,000", "1e2", "NaN"].map(parse)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
});

it("counts the current month among the last months, also across years", () => {
  const now = new Date("2026-02-15T00:00:00Z");
  expect([1, 3, 12, 24].map((count) => monthsBack(now, count))).toEqual([
    "2026-02",
    "2025-12",
    "2025-03",
    "2024-03",
  ]);
});
