import { describe, expect, it } from "vitest";
import { later, now, provider } from "../../testing/fixtures.ts";
import { findRenewing, recurringOf } from "./plan-change.ts";
import type { ProviderStatus, Source } from "./subscription.ts";

const renewing = (...sources: Source[]) => findRenewing({ sources })?.id;

describe("what the provider would charge again", () => {
  it.each<ProviderStatus>(["trialing", "active", "past_due", "unpaid", "paused"])(
    "is a subscription that is %s, and can be stopped",
    (status) => expect(renewing(provider({ status }))).toBe("sub_1"),
  );

  it.each<ProviderStatus>(["canceled", "incomplete", "incomplete_expired"])(
    "is none that is %s",
    (status) => expect(renewing(provider({ status }))).toBeUndefined(),
  );

  it("is the newest, and none that we have ended, no grant and no single payment", () => {
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

it("what renews is told behind a grant too, by the name of what will be charged", () => {
  const grant: Source = { kind: "manual", id: "manual_1", until: later(90) };
  const told = (fields: Parameters<typeof provider>[0]) =>
    recurringOf({ sources: [grant, provider(fields)] });
  const periodEnd = later(30);
  expect(told({ periodEnd })).toEqual({ plan: "monthly", periodEnd, cancelAtPeriodEnd: false });
  expect(told({ plan: "trial", status: "trialing" })?.plan).toBe("trial");
  expect(told({ plan: "trial", status: "active" })?.plan).toBe("monthly");
  expect(recurringOf({ sources: [grant] })).toBeUndefined();
});
