import { describe, expect, it } from "vitest";
import { fakeDeps } from "../../testing/fake-deps.ts";
import { getRevenue } from "./revenue.ts";

const payments = {
  sums: async () => [],
  countConversions: async () => ({ conversions: 0, cents: 0 }),
};
const deps = fakeDeps({ now: () => new Date("2026-11-23T12:00:00Z") }, { payments });

describe("the months of a revenue report", () => {
  it.each([
    [{}, "2025-12", "2026-11"],
    [{ from: "2026-10" }, "2026-10", "2026-11"],
    [{ to: "2026-02" }, "2025-03", "2026-02"],
    [{ from: "0050-01", to: "0050-02" }, "0050-01", "0050-02"],
    [{ to: "0000-01" }, "0000-01", "0000-01"],
  ])("%o covers the months from %s to %s", async (range, from, to) => {
    const { months, ...report } = await getRevenue(deps, range);
    expect(report).toMatchObject({ from, to });
    expect([months[0]?.month, months.at(-1)?.month]).toEqual([from, to]);
  });

  it.each([
    [{ from: "9999-12" }, "The first month must not be after the last."],
    [{ from: "2020-01" }, "Please name at most 60 months."],
  ])("%o is refused with the reason: %s", async (range, message) => {
    await expect(getRevenue(deps, range)).rejects.toMatchObject({ kind: "invalid", message });
  });
});
