import { describe, expect, it } from "vitest";
import { buy, day, empty, later, now } from "../../testing/fixtures.ts";
import { refuseDuringExclusion } from "./purchases.ts";
import { applySelfExclusion, assertNotSelfExcluded } from "./self-exclusion.ts";

const until = later(180 * day);
const stop = { kind: "stop-at-period-end", objectId: "sub_1" };

describe("a self-exclusion", () => {
  it("stops the renewal once and keeps the access of the paid period", () => {
    const excluded = applySelfExclusion(buy(empty), until, now);
    expect(excluded).toMatchObject({ selfExcludedUntil: until, effects: [stop] });
    expect(excluded.sources).toEqual(buy(empty).sources);
    expect(applySelfExclusion(excluded, until, now)).toBe(excluded);
  });

  it("leaves a subscription alone that ends with its period anyway, unless it is unpaid", () => {
    const ending = buy(empty, { cancelAtPeriodEnd: true });
    expect(applySelfExclusion(ending, until, now).effects).toEqual(ending.effects);
    const unpaid = buy(empty, { cancelAtPeriodEnd: true, isUnpaid: true });
    expect(applySelfExclusion({ ...unpaid, effects: [] }, until, now).effects).toEqual([stop]);
  });

  it("stops a subscription that renews again, for example through the provider's own page", () => {
    const excluded = { ...applySelfExclusion(buy(empty), until, now), effects: [] };
    const resumed = buy(excluded, { fetchedAt: later(1_000), cancelAtPeriodEnd: false });
    expect(resumed.effects).toContainEqual(stop);
  });

  it("keeps the later of two ends, and ignores an end in the past", () => {
    const longer = applySelfExclusion(empty, later(700 * day), now);
    expect(applySelfExclusion(longer, until, now)).toBe(longer);
    expect(applySelfExclusion(empty, now, now)).toBe(empty);
  });

  it("refunds a purchase until it ends, and none from before it", () => {
    const excluded = applySelfExclusion(buy(empty), until, now);
    const refuse = (objectId: string, at = now) =>
      refuseDuringExclusion(excluded, { kind: "cancel-and-refund", objectId }, at);
    expect(refuse("sub_2")).toMatchObject({
      sources: excluded.sources,
      refusals: [{ objectId: "sub_2", reason: "self-excluded" }],
    });
    expect(refuse("sub_2", until)).toBeUndefined();
    expect(refuse("sub_1")).toBeUndefined();
  });

  it("refunds the purchase of an excluded address, also of a user who is not excluded", () => {
    const purchase = { kind: "refund", objectId: "pi_1" } as const;
    expect(refuseDuringExclusion(empty, purchase, now)).toBeUndefined();
    const refused = refuseDuringExclusion(empty, purchase, now, true);
    expect(refused).toMatchObject({ refusals: [{ objectId: "pi_1", reason: "self-excluded" }] });
    expect(refused?.selfExcludedUntil).toBeUndefined();
    expect(refuseDuringExclusion(refused ?? empty, purchase, now, true)).toBeUndefined();
  });

  it("refuses purchases until it ends", () => {
    const excluded = applySelfExclusion(empty, until, now);
    expect(() => assertNotSelfExcluded(excluded, now)).toThrow(
      /^You have excluded yourself until .* You cannot buy or renew a plan until then\.$/,
    );
    expect(() => assertNotSelfExcluded(excluded, until)).not.toThrow();
    expect(() => assertNotSelfExcluded(undefined, now)).not.toThrow();
  });
});
