import { describe, expect, it } from "vitest";
import { buy, day, empty, isEntitled, later, now } from "../../testing/fixtures.ts";
import { accessOf, defaultAccessRules as rules, hasPaidSource } from "./access.ts";
import { cancelAll, grantManually } from "./admin-commands.ts";

describe("an admin", () => {
  it("adds days to a running grant, or starts from now", () => {
    const week = grantManually(empty, { days: 7, commandId: "c1" }, now);
    const longer = grantManually(week, { days: 30, commandId: "c2" }, later(day));
    expect(accessOf(longer, now, rules).accessUntil).toEqual(later(37 * day));
    const again = grantManually(week, { days: 1, commandId: "c3" }, later(8 * day));
    expect(accessOf(again, later(8 * day), rules).accessUntil).toEqual(later(9 * day));
  });

  it("grants access without blocking a purchase", () => {
    const week = grantManually(empty, { days: 7, commandId: "c1" }, now);
    expect(hasPaidSource(week, now, rules)).toBe(false);
  });

  it("cancels all access now and stops the subscription at the provider", () => {
    const rich = grantManually(buy(empty), { days: 7, commandId: "c1" }, now);
    const gone = cancelAll(rich, { commandId: "c2" }, now);
    expect(isEntitled(gone)).toBe(false);
    expect(gone.effects).toEqual([{ kind: "stop-at-period-end", objectId: "sub_1" }]);
    const revived = buy(gone, { fetchedAt: later(1_000) });
    expect(isEntitled(revived)).toBe(false);
  });

  it("has to send an id with each command", () => {
    for (const command of [
      () => grantManually(empty, { days: 7, commandId: "" }, now),
      () => cancelAll(empty, { commandId: "" }, now),
    ])
      expect(command).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});
