import { expect, it } from "vitest";
import { paidPlanEnd } from "./churn.ts";
import type { Source } from "./subscription.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const provider = (fields: object) =>
  ({ kind: "provider", plan: "monthly", fetchedAt: at(28), ...fields }) as Source;

it("takes the latest end of the paid plans, the early one of a plan that we ended", () => {
  const sources = [
    provider({ periodEnd: at(3) }),
    provider({ plan: "annual", periodEnd: at(28), endedAt: at(9) }),
  ];
  expect(paidPlanEnd({ sources })).toEqual(at(9));
});

it("counts no trial, lifetime plan or grant as a paid plan", () => {
  const sources = [
    provider({ plan: "trial", periodEnd: at(3) }),
    { kind: "lifetime", id: "pi_1", paidAt: at(1) },
    { kind: "manual", id: "manual_1", until: at(5) },
  ] as Source[];
  expect(paidPlanEnd({ sources })).toBeUndefined();
});

it("counts a trial once its user has paid, also one that was changed to the annual plan", () => {
  for (const plan of ["trial", "annual"]) {
    const sources = [provider({ plan, trialEnd: at(1), periodEnd: at(5) })];
    expect(paidPlanEnd({ sources })).toBeUndefined();
    expect(paidPlanEnd({ sources, trialConvertedAt: at(1) })).toEqual(at(5));
  }
});

it("takes the day on which an unpaid plan was seen to have ended, not the end of its unpaid year", () => {
  const unpaid = { plan: "annual", status: "canceled", fetchedAt: at(16) };
  const sources = [provider({ ...unpaid, periodEnd: new Date(Date.UTC(2027, 10, 1)) })];
  expect(paidPlanEnd({ sources })).toEqual(at(16));
});
