import { expect, it } from "vitest";
import { buy, day, empty, later, now } from "../../testing/fixtures.ts";
import { defaultAccessRules as rules } from "./access.ts";
import { decide } from "./decide.ts";

it("names the paid plan when a user cancels a month that began as a trial", () => {
  const paid = buy(empty, { plan: "trial", status: "active" });
  const stop = { plan: "trial", status: "active", cancelAtPeriodEnd: true } as const;
  expect(canceledPlans(paid, stop)).toEqual(["monthly"]);
  expect(canceledPlans(paid, { plan: "trial", status: "canceled" })).toEqual(["monthly"]);
});

it("names the trial when a user cancels before the first charge", () => {
  const trial = { plan: "trial", status: "trialing", periodEnd: later(2 * day) } as const;
  const started = buy(empty, trial);
  expect(canceledPlans(started, { ...trial, cancelAtPeriodEnd: true })).toEqual(["trial"]);
  expect(canceledPlans(started, { ...trial, status: "canceled" })).toEqual(["trial"]);
});

it("promises no access until the end of a period that is not paid, and says when it has ended", () => {
  const renewed = buy(empty, { isUnpaid: true });
  expect(canceledPlans(renewed, { isUnpaid: true, cancelAtPeriodEnd: true })).toEqual([]);
  const stopped = buy(renewed, { isUnpaid: true, cancelAtPeriodEnd: true });
  expect(canceledPlans(stopped, { status: "canceled" })).toEqual(["monthly"]);
  expect(canceledPlans(stopped, { cancelAtPeriodEnd: true })).toEqual(["monthly"]);
});

it("has one email a day about a subscription that is canceled and resumed, and another about its end", () => {
  const ids = (plus: number, ...changes: Parameters<typeof buy>[1][]) => {
    let state = buy(empty);
    for (const [index, change] of changes.entries()) {
      const at = later(plus + index + 1);
      const apply = () => buy(state, { ...change, fetchedAt: at });
      state = decide("usr_1", state, apply, at, rules)?.state ?? state;
    }
    const emails = state.effects.filter(({ kind }) => kind === "email");
    return emails.map(({ objectId }) => objectId.replace(/:\d+$/, ":time"));
  };
  const [stop, resume] = [{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false }];
  const canceled = (date: string) => `canceled:sub_1:${date}`;
  const today = canceled(later(1).toISOString().slice(0, 10));
  const tomorrow = canceled(
    later(day + 1)
      .toISOString()
      .slice(0, 10),
  );
  expect(ids(0, stop, resume, stop, resume, stop)).toEqual([today]);
  expect(ids(day, stop, resume, stop)).toEqual([tomorrow]);
  expect(ids(0, stop, resume, { status: "canceled" })).toEqual([today, canceled("time")]);
});

/** The plans that emails about a cancellation name after this change. */
function canceledPlans(before: typeof empty, change: Parameters<typeof buy>[1]) {
  const after = decide(
    "usr_1",
    before,
    () => buy(before, { ...change, fetchedAt: later(1) }),
    now,
    rules,
  );
  return after?.state.effects.flatMap((effect) =>
    effect.kind === "email" && effect.email.kind === "canceled" ? [effect.email.plan] : [],
  );
}
