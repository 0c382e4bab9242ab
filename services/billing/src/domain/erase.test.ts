import { defaultAccessRules as rules } from "./access.ts";
import { expect, it } from "vitest";
import { buy, empty, later, now, snapshot } from "../testing/fixtures.ts";
import { customersOf, withCustomer } from "./customers.ts";
import { dischargeDuty } from "./duties.ts";
import { erase, isErased } from "./erase.ts";
import { applyLifetime } from "./lifetime.ts";
import { applyProviderSubscription } from "./provider-subscription.ts";

it("who leaves is owed the end of what runs and of every customer at the provider", () => {
  const subscriber = buy(withCustomer(empty, "cus_earlier"));
  expect(customersOf(subscriber)).toEqual(["cus_1", "cus_earlier"]);
  const leaving = erase(subscriber, now);
  expect(leaving.duties.map(({ kind, objectId }) => `${kind} ${objectId}`)).toEqual([
    "cancel sub_1",
    "erase-customer cus_1",
    "erase-customer cus_earlier",
  ]);
  expect(erase(leaving, later(1))).toBe(leaving);
  expect(isErased(leaving)).toBe(false);
  expect(isErased(leaving.duties.reduce(dischargeDuty, leaving))).toBe(true);
});

it("what is bought for an account that is leaving is undone, and what it had follows the provider", () => {
  const leaving = erase(buy(empty), now);
  const late = snapshot({ id: "sub_late" });
  const bought = applyProviderSubscription(leaving, late, later(1), rules);
  expect(bought.sources.map(({ id }) => id)).toEqual(["sub_1"]);
  expect(bought.refusals).toEqual([{ objectId: "sub_late", reason: "erased" }]);
  expect(applyProviderSubscription(bought, late, later(2), rules)).toBe(bought);
  const lifetime = applyLifetime(leaving, { id: "pi_late", paidAt: now }, later(1));
  expect(lifetime.duties.at(-1)).toEqual({ kind: "refund", objectId: "pi_late", reason: "erased" });
  const ended = snapshot({ status: "canceled", fetchedAt: later(3) });
  const [source] = applyProviderSubscription(leaving, ended, later(3), rules).sources;
  expect(source).toMatchObject({ id: "sub_1", status: "canceled" });
});
