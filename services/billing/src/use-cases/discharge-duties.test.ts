import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { Duty } from "../domain/subscription.ts";
import { memorySubscriptions, succeededPayments } from "../testing/fake-deps.ts";
import { empty, now } from "../testing/fixtures.ts";
import { dischargeDuties } from "./discharge-duties.ts";
import type { Mails, Payments } from "./ports.ts";

const duties: Duty[] = [
  { kind: "cancel-and-refund", objectId: "sub_1", reason: "duplicate" },
  { kind: "refund", objectId: "pi_1", reason: "duplicate" },
  { kind: "cancel", objectId: "sub_2", reason: "lifetime" },
  { kind: "stop-at-period-end", objectId: "sub_3", reason: "admin" },
  { kind: "erase-customer", objectId: "cus_1", reason: "erased" },
  { kind: "mail", objectId: "unpaid-ended:sub_3", notice: { kind: "unpaid-ended" } },
];

const unknown = new AppError("not-found", "payments.not-found", "The provider has no such thing.");

/** At a provider that fails for one thing, and knows our newest payment or not. */
const setUp = (
  failing?: string,
  failure = new Error(`${failing} failed`),
  findPayment: () => Promise<unknown> = () => Promise.resolve(),
) => {
  const done: string[] = [];
  const told: string[] = [];
  const report = (error: unknown) => void told.push((error as Error).message);
  const note = (kind: string) => (id: string) => {
    if (id === failing) return Promise.reject(failure);
    done.push(`${kind} ${id}`);
    return Promise.resolve();
  };
  const payments = {
    cancel: note("cancel"),
    cancelAndRefund: note("cancelAndRefund"),
    refund: note("refund"),
    stopAtPeriodEnd: note("stopAtPeriodEnd"),
    eraseCustomer: note("eraseCustomer"),
    findPayment,
  } as unknown as Payments;
  const subscriptions = memorySubscriptions(() => now);
  subscriptions.put({ ...empty, duties });
  const left = async () => (await subscriptions.find("usr_1"))?.state.duties;
  const mails = { post: note("mail") } as unknown as Mails;
  const records = succeededPayments("pi_new");
  const discharge = dischargeDuties({ subscriptions, payments, records, mails, report });
  return { discharge, done, left, told };
};

it("each duty is done at the provider and struck out", async () => {
  const { discharge, done, left } = setUp();
  await discharge("usr_1");
  expect(done).toEqual([
    "cancelAndRefund sub_1",
    "refund pi_1",
    "cancel sub_2",
    "stopAtPeriodEnd sub_3",
    "eraseCustomer cus_1",
    "mail unpaid-ended:sub_3",
  ]);
  expect(await left()).toEqual([]);
  await discharge("usr_1");
  expect(done).toHaveLength(6);
});

it("one that fails stays owed, holds up no other and is told", async () => {
  const { discharge, done, left } = setUp("sub_1");
  await expect(discharge("usr_1")).rejects.toThrow("sub_1 failed");
  expect(done).toHaveLength(5);
  expect(await left()).toEqual([duties[0]]);
});

it("one about what the provider does not know is given up, told why, and struck out", async () => {
  const { discharge, done, left, told } = setUp("sub_2", unknown);
  await discharge("usr_1");
  expect(done).toHaveLength(5);
  expect(await left()).toEqual([]);
  expect(told).toEqual([
    "cancel sub_2 of usr_1: given up, because the payment provider does not know it",
  ]);
});

it("one about what is unknown to another account than ours stays owed", async () => {
  const { discharge, done, left, told } = setUp("sub_2", unknown, () => Promise.reject(unknown));
  await expect(discharge("usr_1")).rejects.toMatchObject({ code: "payments.other-account" });
  expect(done).toHaveLength(5);
  expect(await left()).toEqual([duties[2]]);
  expect(told).toEqual([]);
});
