import { expect, it } from "vitest";
import { applyProviderPayment } from "../../domain/payment/payment.ts";
import { fakeDeps, memoryPayments } from "../../testing/fake-deps.ts";
import { now, payment } from "../../testing/fixtures.ts";
import { refundErasedUser } from "./refund-erased-user.ts";

const clock = { now: () => now };

function setUp(onRecord: string[] = [], isPaid = true) {
  const done: string[] = [];
  const payments = memoryPayments(clock);
  for (const id of onRecord) {
    const owner = { userId: "usr_1", plan: "monthly" } as const;
    const state = applyProviderPayment(
      undefined,
      payment({ id, isPaid, failedAttempts: 1 }),
      owner,
    );
    if (state) payments.put(state);
  }
  const deps = fakeDeps(clock, {
    payments,
    provider: {
      cancelAndRefund: async (id, isKept) => {
        done.push(`cancel ${id}`);
        for (const paid of ["pi_1", "pi_2"])
          if (!(await isKept?.(paid))) done.push(`refund ${paid}`);
      },
      refund: async ({ paymentId }) => void done.push(`refund ${paymentId}`),
      eraseCustomer: async (id) => void done.push(`erase ${id}`),
    },
  });
  return { deps, done };
}

it("cancels a late subscription, erases its customer and keeps recorded payments", async () => {
  const { deps, done } = setUp(["pi_1"]);
  await refundErasedUser(deps, { subscriptionId: "sub_1", customerId: "cus_1" });
  expect(done).toEqual(["cancel sub_1", "refund pi_2", "erase cus_1"]);
});

it("refunds a payment whose record is from before a retry has paid it", async () => {
  const { deps, done } = setUp(["pi_1"], false);
  await refundErasedUser(deps, { subscriptionId: "sub_1" });
  expect(done).toEqual(["cancel sub_1", "refund pi_1", "refund pi_2"]);
});

it("refunds a late single payment unless it is recorded", async () => {
  const late = setUp();
  await refundErasedUser(late.deps, { paymentId: "pi_1" });
  expect(late.done).toEqual(["refund pi_1"]);
  const kept = setUp(["pi_1"]);
  await refundErasedUser(kept.deps, { paymentId: "pi_1" });
  expect(kept.done).toEqual([]);
});
