import { expect, it } from "vitest";
import { getOverview } from "./overview.ts";

const now = new Date("2026-11-27T12:00:00Z");

function overviewOf(
  active: { plan: string; users: number }[],
  { churned = 0, oldestAt }: { churned?: number; oldestAt?: Date } = {},
) {
  const deps = {
    clock: { now: () => now },
    subscriptions: {
      countActive: () => Promise.resolve(active),
      countEndingTrials: () => Promise.resolve(2),
      countChurned: () => Promise.resolve(churned),
    },
    payments: {
      sumFailed: () => Promise.resolve({ payments: 1, cents: 1_999 }),
      countOpenDisputes: () => Promise.resolve(2),
    },
    webhooks: {
      backlog: () => Promise.resolve({ waiting: oldestAt ? 3 : 0, oldestAt, failed: 0 }),
    },
  };
  return getOverview(deps as unknown as Parameters<typeof getOverview>[0]);
}

it("adds up the monthly price of paying users, without trials, lifetime plans and grants", async () => {
  const overview = await overviewOf([
    { plan: "monthly", users: 3 },
    { plan: "annual", users: 12 },
    { plan: "trial", users: 5 },
    { plan: "lifetime", users: 2 },
    { plan: "manual", users: 1 },
  ]);
  expect(overview.mrrCents).toBe(3 * 1_999 + 21_589);
  expect(overview.paying).toBe(15);
  expect(overview.active).toBe(23);
});

it("divides churned users by all who paid", async () => {
  const { churn } = await overviewOf([{ plan: "monthly", users: 9 }], { churned: 1 });
  expect(churn).toEqual({ users: 1, share: 0.1 });
  expect((await overviewOf([])).churn).toEqual({ users: 0, share: null });
});

it("measures the wait of the oldest webhook in seconds", async () => {
  const oldestAt = new Date(now.getTime() - 90_000);
  expect((await overviewOf([], { oldestAt })).webhooks.oldestSeconds).toBe(90);
  expect((await overviewOf([])).webhooks.oldestSeconds).toBeNull();
});
