import { AppError } from "@orbline/kit/errors";
import { expect, test } from "vitest";
import { defaultAccessRules } from "../domain/access.ts";
import type { Checkout } from "../domain/checkout.ts";
import { memorySubscriptions } from "../testing/fake-deps.ts";
import { now, snapshot } from "../testing/fixtures.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";

/** A purchase by an e-mail that nobody had; the mails of its link fail with these errors first. */
const bought = (...failures: AppError[]) => {
  const done: string[] = [];
  let checkout: Checkout = {
    id: "chk_1",
    plan: "monthly",
    source: "test",
    status: "open",
    sessionId: "cs_1",
    createdAt: now,
    guest: { secretHash: "x", email: "a@example.com", mailed: 0 },
  };
  const session = { checkoutId: "chk_1", isComplete: true, isPaid: true, subscription: snapshot() };
  const deps = {
    checkouts: {
      find: () => Promise.resolve(checkout),
      attach: (_id: string, userId: string) => {
        checkout = { ...checkout, userId };
        return Promise.resolve(userId);
      },
      settleGuest: (_id: string, { accountId }: { accountId: string }) => {
        done.push(`settle ${accountId}`);
        return Promise.resolve();
      },
      pay: () => {
        done.push("pay");
        return Promise.resolve();
      },
    },
    accounts: {
      open: () => Promise.resolve({ account: { id: "usr_1" }, created: true }),
      sendClaimLink: ({ userId }: { userId: string }) => {
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        done.push(`mail ${userId}`);
        return Promise.resolve();
      },
    },
    payments: { findSession: () => Promise.resolve({ ...session, id: "cs_1", createdAt: now }) },
    erasedUsers: { has: () => Promise.resolve(false) },
    subscriptions: memorySubscriptions(() => now),
    clock: { now: () => now },
    rules: defaultAccessRules,
    owe: () => undefined,
  } as unknown as BillingDeps;
  const turnAway = () => Promise.reject(new Error("nobody has left"));
  return { fulfil: () => fulfilCheckout({ ...deps, turnAway })("cs_1"), done };
};

test("a link to a purchase that could not be mailed is mailed the next time", async () => {
  const { fulfil, done } = bought(new AppError("unavailable", "identity.down", "No answer."));
  await expect(fulfil()).rejects.toMatchObject({ code: "identity.down" });
  expect(done).toEqual([]);
  expect(await fulfil()).toMatchObject({ kind: "fulfilled", checkout: { userId: "usr_1" } });
  expect(done).toEqual(["mail usr_1", "settle usr_1", "pay"]);
});

test("what is paid with the address of an account on its way out is kept for another try", async () => {
  const { fulfil, done } = bought(new AppError("not-found", "user.unknown", "No such user."));
  await expect(fulfil()).rejects.toMatchObject({ kind: "unavailable", code: "account.leaving" });
  expect(done).toEqual([]);
});
