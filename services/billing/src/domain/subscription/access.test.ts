import { describe, expect, it } from "vitest";
import { accessOf, defaultAccessRules as rules } from "./access.ts";
import { hour, later, now, provider } from "../../testing/fixtures.ts";
import type { ProviderStatus, Source } from "./subscription.ts";

const day = 24 * hour;
const lifetime: Source = { kind: "lifetime", id: "pi_1", paidAt: now };
const granted: Source = { kind: "manual", id: "manual_1", until: later(7 * day) };

const at = (sources: Source[], moment = now) => accessOf({ sources }, moment, rules);

describe("access for a provider status", () => {
  it.each<[ProviderStatus, string, string, string, boolean]>([
    ["trialing", "active", "trialing", "premium_trial", true],
    ["active", "active", "active", "premium", true],
    ["past_due", "past_due", "active", "premium", true],
    ["unpaid", "past_due", "past_due", "free", false],
    ["paused", "past_due", "past_due", "free", false],
    ["canceled", "canceled", "canceled", "free", false],
    ["incomplete", "none", "none", "free", false],
    ["incomplete_expired", "none", "none", "free", false],
  ])(
    "shows %s as %s on screens and as %s in the status response, with tier %s",
    (status, shown, answered, tier, entitled) => {
      expect(
        at([provider({ status, plan: status === "trialing" ? "trial" : "monthly" })]),
      ).toMatchObject({
        status: shown,
        accessStatus: answered,
        tier,
        entitled,
      });
    },
  );

  it("gives an annual plan the annual tier and a paid trial the monthly tier", () => {
    expect(at([provider({ plan: "annual" })]).tier).toBe("premium_annual");
    expect(at([provider({ plan: "trial", status: "active" })])).toMatchObject({
      tier: "premium",
      plan: "monthly",
    });
  });
});

it.each([
  ["trial", "monthly", "premium"],
  ["annual", "annual", "premium_annual"],
] as const)(
  "keeps the tier of a trial until the first charge is paid, also one that was changed to %s",
  (changedTo, plan, tier) => {
    const inPeriod = (status: ProviderStatus, isUnpaid: boolean, days = 0) => {
      const fields = { status, isUnpaid, trialEnd: later(-days * day), periodStart: now };
      return at([provider({ plan: changedTo, firstFailedAt: now, ...fields })]);
    };
    const trial = { plan, tier: "premium_trial" };
    expect(inPeriod("active", true)).toMatchObject({ ...trial, accessStatus: "active" });
    expect(inPeriod("past_due", true)).toMatchObject({ ...trial, accessStatus: "trialing" });
    expect(inPeriod("active", false)).toMatchObject({ plan, tier });
    expect(inPeriod("active", true, 31)).toMatchObject({ plan, tier });
    expect(inPeriod("past_due", true, 31)).toMatchObject({ plan, tier, accessStatus: "active" });
  },
);

describe("the end of access", () => {
  const periodEnd = later(30 * day);

  it("comes one day after the period of a subscription that renews, because its webhook may be late", () => {
    const source = provider({ periodEnd });
    expect(at([source], later(31 * day - 1)).entitled).toBe(true);
    expect(at([source], later(31 * day)).entitled).toBe(false);
    expect(at([source]).periodEnd).toEqual(periodEnd);
  });

  it("comes exactly with the period of a subscription that does not renew", () => {
    const source = provider({ periodEnd, cancelAtPeriodEnd: true });
    expect(at([source], later(30 * day - 1)).entitled).toBe(true);
    expect(at([source], later(30 * day)).entitled).toBe(false);
  });

  it("comes three days after the first failed charge", () => {
    const source = provider({ status: "past_due", firstFailedAt: now });
    expect(at([source], later(3 * day - 1))).toMatchObject({
      entitled: true,
      plan: "monthly",
      graceUntil: later(3 * day),
    });
    // Without a plan the user counts in no revenue.
    expect(at([source], later(3 * day))).toMatchObject({
      entitled: false,
      plan: "",
      accessStatus: "past_due",
    });
  });

  it("comes at the date of a grant and never for a lifetime purchase", () => {
    expect(at([granted], later(7 * day)).status).toBe("none");
    expect(at([lifetime], later(36_500 * day))).toMatchObject({ entitled: true, plan: "lifetime" });
    expect(at([lifetime]).accessUntil).toBeUndefined();
  });
});

it("uses the best of several sources of access", () => {
  expect(at([granted, provider({}), lifetime]).plan).toBe("lifetime");
  expect(at([provider({ status: "canceled" }), granted]).plan).toBe("manual");
  expect(at([provider({ status: "canceled" }), provider({ status: "unpaid" })]).status).toBe(
    "past_due",
  );
  expect(at([]).status).toBe("none");
});
