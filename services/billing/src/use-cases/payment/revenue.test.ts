import { describe, expect, it } from "vitest";
import { fakeDeps } from "../../testing/fake-deps.ts";
import { getRevenue } from "./revenue.ts";

const payments = {
  sums: async () => [],
  countConversions: async () => ({ conversions: 0, cents: 0 }),
};
const clock = { now: () => new Date("2026-11-23T12:00:00Z") };
const deps = fakeDeps(clock, { payments });

it.each([
  ["of the trials that have ended", 3, 0.25],
  ["none while all trials run", 7, null],
])("is a conversion rate %s", async (_name, running, conversionRate) => {
  const trials = { month: "2026-11", started: 7, converted: running === 7 ? 0 : 1, running };
  const countTrials = async () => [trials];
  const subscriptions = { ...deps.subscriptions, countTrials };
  const report = await getRevenue({ ...deps, subscriptions }, {});
  const { started, converted } = trials;
  expect(report.trials).toEqual({ started, running, converted, conversionRate });
});

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
