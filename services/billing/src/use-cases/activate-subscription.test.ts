import { expect, it } from "vitest";
import { memorySubscriptions } from "../testing/fake-deps.ts";
import { now } from "../testing/fixtures.ts";
import { activateSubscription } from "./activate-subscription.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import type { Accounts, ErasedUsers } from "./ports.ts";

/** Somebody who leaves between the first look and what is written then. */
const leaving = () => {
  const erased: string[] = [];
  const seen = [false, true, true];
  const subscriptions = memorySubscriptions(() => now);
  const deps = {
    subscriptions,
    accounts: { find: (id) => Promise.resolve({ id }) } as Partial<Accounts> as Accounts,
    erasedUsers: {
      has: () => Promise.resolve(seen.shift() ?? true),
    } as Partial<ErasedUsers> as ErasedUsers,
    eraseUser: async (userId: string) => {
      if (await subscriptions.find(userId)) erased.push(userId);
      return true;
    },
    owe: () => undefined,
  };
  return { deps, erased };
};

it("access granted to who leaves at that moment is erased again and refused", async () => {
  const { deps, erased } = leaving();
  const granted = activateSubscription(deps)({ userId: "usr_1", days: 30, commandId: "adm_1" });
  await expect(granted).rejects.toMatchObject({ code: "account.unknown" });
  expect(erased).toEqual(["usr_1"]);
});

it("a cancellation for who leaves at that moment leaves nothing behind either", async () => {
  const { deps, erased } = leaving();
  const canceled = cancelSubscription(deps)({ userId: "usr_1", commandId: "adm_1" });
  await expect(canceled).rejects.toMatchObject({ code: "account.unknown" });
  expect(erased).toEqual(["usr_1"]);
});
