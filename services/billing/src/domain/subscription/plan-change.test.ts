import { describe, expect, it } from "vitest";
import { hour, later, now, provider } from "../../testing/fixtures.ts";
import { billedUntil, findRenewing, recurringOf } from "./plan-change.ts";
import type { ProviderStatus, Source } from "./subscription.ts";

const renewing = (...sources: Source[]) => findRenewing({ sources })?.id;

describe("the search for the subscription that renews", () => {
  it.each<ProviderStatus>(["trialing", "active", "past_due", "unpaid", "paused"])(
    "finds a subscription with status %s",
    (status) => expect(renewing(provider({ status }))).toBe("sub_1"),
  );

  it.each<ProviderStatus>(["canceled", "incomplete", "incomplete_expired"])(
    "skips a subscription with status %s",
    (status) => expect(renewing(provider({ status }))).toBeUndefined(),
  );

  it("finds the newest subscription, but no ended one, grant or single payment", () => {
    const old = provider({ id: "sub_old" });
    const ended = provider({ id: "sub_ended", createdAt: later(2), endedAt: now });
    const young = provider({ id: "sub_new", createdAt: later(1) });
    expect(renewing(old, ended, young)).toBe("sub_new");
    expect(
      renewing(
        { kind: "manual", id: "manual_1", until: later(9) },
        { kind: "lifetime", id: "pi_1", paidAt: now },
        ended,
      ),
    ).toBeUndefined();
  });
});

it("bills at least an hour of a period that began with a change of plan", () => {
  const first = { createdAt: now, periodStart: now };
  expect(billedUntil(later(60_000), first)).toEqual(later(60_000));
  const changed = { createdAt: later(-hour), periodStart: now };
  expect(billedUntil(now, changed)).toEqual(later(hour));
  expect(billedUntil(later(2 * hour), changed)).toEqual(later(2 * hour));
});

it("shows the next charge and its plan beside a grant", () => {
  const grant: Source = { kind: "manual", id: "manual_1", until: later(90) };
  const shown = (fields: Parameters<typeof provider>[0]) =>
    recurringOf({ sources: [grant, provider(fields)] });
  const periodEnd = later(30);
  expect(shown({ periodEnd })).toEqual({
    plan: "monthly",
    periodEnd,
    cancelAtPeriodEnd: false,
    isUnpaid: false,
  });
  expect(shown({ plan: "trial", status: "trialing" })?.plan).toBe("trial");
  expect(shown({ plan: "trial", status: "active" })?.plan).toBe("monthly");
  expect(recurringOf({ sources: [grant] })).toBeUndefined();
});
