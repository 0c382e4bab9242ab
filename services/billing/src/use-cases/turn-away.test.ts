import { expect, it } from "vitest";
import { memorySubscriptions } from "../testing/fake-deps.ts";
import { buy, empty, now } from "../testing/fixtures.ts";
import type { PaymentRecords, Payments } from "./ports.ts";
import { turnAway } from "./turn-away.ts";

const setUp = (onRecord: string[] = []) => {
  const done: string[] = [];
  const note = (what: string) => {
    done.push(what);
    return Promise.resolve();
  };
  const payments = {
    cancelAndRefund: async (id: string, isKept: (paymentId: string) => Promise<boolean>) => {
      await note(`cancel ${id}`);
      for (const paid of ["pi_1", "pi_2"]) if (!(await isKept(paid))) await note(`refund ${paid}`);
    },
    refund: (id: string) => note(`refund ${id}`),
    eraseCustomer: (id: string) => note(`erase ${id}`),
  } as unknown as Payments;
  const records = {
    find: (id: string) => Promise.resolve(onRecord.includes(id) ? {} : undefined),
  } as unknown as PaymentRecords;
  const subscriptions = memorySubscriptions(() => now);
  const owe = (userId: string) => void done.push(`owe ${userId}`);
  return { turn: turnAway({ payments, records, subscriptions, owe }), done, subscriptions };
};

it("a late subscription ends, its customer goes, and payments on record are kept", async () => {
  const { turn, done, subscriptions } = setUp(["pi_1"]);
  await turn("usr_1", { subscriptionId: "sub_1", customerId: "cus_1" });
  expect(done).toEqual(["cancel sub_1", "refund pi_2", "erase cus_1"]);
  expect(await subscriptions.find("usr_1")).toBeUndefined();
});

it("a late single payment is given back unless it is on record", async () => {
  const late = setUp();
  await late.turn("usr_1", { paymentId: "pi_1" });
  expect(late.done).toEqual(["refund pi_1"]);
  const kept = setUp(["pi_1"]);
  await kept.turn("usr_1", { paymentId: "pi_1" });
  expect(kept.done).toEqual([]);
});

it("a state that came back at the same moment is erased again", async () => {
  const { turn, done, subscriptions } = setUp();
  subscriptions.put(buy(empty));
  await turn("usr_1", { subscriptionId: "sub_1" });
  expect(done[0]).toBe("owe usr_1");
  expect((await subscriptions.find("usr_1"))?.state.erasedAt).toEqual(now);
});
