import { describe, expect, it } from "vitest";
import { buy, day, empty, hour, later, now } from "../../testing/fixtures.ts";
import { defaultAccessRules as rules } from "./access.ts";
import { cancelAll } from "./admin-commands.ts";
import { decide } from "./decide.ts";
import type { Subscription } from "./subscription.ts";

describe("the name of a change", () => {
  const name = (before: Subscription, after: Subscription, moment = now) =>
    decide("usr_1", before, () => after, moment, rules)?.eventType;
  const active = decide("usr_1", empty, () => buy(empty), now, rules)?.state ?? empty;

  it("follows from the access before and after the change", () => {
    expect(name(empty, active)).toBe("subscription.activated");
    const renewed = buy(active, { periodEnd: later(60 * day), fetchedAt: later(1) });
    expect(name(active, renewed)).toBe("subscription.renewed");
    const failed = buy(active, { status: "past_due", fetchedAt: later(1) });
    expect(name(active, failed)).toBe("subscription.past_due");
    expect(name(active, cancelAll(active, { commandId: "c" }, now))).toBe("subscription.canceled");
    expect(name(active, active, later(40 * day))).toBe("subscription.expired");
    expect(name(active, { ...active, customerId: "cus_2" })).toBe("subscription.updated");
    expect(name(active, active)).toBeUndefined();
  });

  it('is "renewed" for a trial that becomes a paid month, even when its webhook is late', () => {
    const trial = { plan: "trial", status: "trialing", periodEnd: later(2 * day) } as const;
    const started = decide("usr_1", empty, () => buy(empty, trial), now, rules)?.state ?? empty;
    const paid = { plan: "trial", status: "active", periodEnd: later(32 * day) } as const;
    for (const moment of [later(2 * day + hour), later(4 * day)]) {
      const after = buy(started, { ...paid, fetchedAt: moment }, moment);
      expect(name(started, after, moment)).toBe("subscription.renewed");
    }
  });
});

describe("the date when access ends", () => {
  const lapsesAt = (state: Subscription, moment = now) =>
    decide("usr_1", empty, () => state, moment, rules)?.state.lapsesAt;

  it("is stored with the state and removed once access has ended", () => {
    expect(lapsesAt(buy(empty))).toEqual(later(31 * day));
    expect(lapsesAt(buy(empty), later(40 * day))).toBeUndefined();
  });

  it("is updated when the access rules change", () => {
    const state = decide("usr_1", empty, () => buy(empty), now, rules)?.state ?? empty;
    const longer = { ...rules, renewalSlackMs: 5 * day };
    const looked = decide("usr_1", state, (same) => same, later(32 * day), longer);
    expect(looked?.state.lapsesAt).toEqual(later(35 * day));
  });
});
