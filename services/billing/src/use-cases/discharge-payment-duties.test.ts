import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { Payment } from "../domain/payment.ts";
import { succeededPayments } from "../testing/fake-deps.ts";
import { now, payment } from "../testing/fixtures.ts";
import { dischargePaymentDuties } from "./discharge-payment-duties.ts";
import type { BillingDeps } from "./ports.ts";

/** A payment of which ten dollars are to go back, at a provider that fails so, so often, and knows another or not. */
const owing = (
  kind: "conflict" | "not-found" | "unavailable",
  findPayment: () => Promise<unknown> = () => Promise.resolve(),
  times = Number.POSITIVE_INFINITY,
) => {
  let calls = 0;
  const giveBack = () => {
    calls += 1;
    return calls > times ? Promise.resolve() : Promise.reject(new AppError(kind, "test", kind));
  };
  const { isPaid: _paid, ...found } = payment();
  let state: Payment = {
    ...found,
    userId: "usr_1",
    plan: "monthly",
    status: "succeeded",
    refunds: [],
    duties: [{ kind: "refund", objectId: "adm_1", amountCents: 1_000 }],
    fetchedAt: now,
  };
  const deps = {
    records: {
      ...succeededPayments("pi_1", "pi_2"),
      find: () => Promise.resolve({ state, version: 1 }),
      update: (_id: string, decide: (current: Payment) => Payment) => {
        state = decide(state);
        return Promise.resolve({ state, version: 2, changed: true });
      },
    },
    payments: { giveBack, findPayment },
  } as unknown as BillingDeps;
  const discharge = dischargePaymentDuties({ ...deps, record: () => Promise.resolve(true) });
  return { discharge: () => discharge("pi_1"), duties: () => state.duties.length };
};

it.each([
  ["conflict", 0],
  ["not-found", 0],
  ["unavailable", 1],
] as const)("a refund that ends in %s is told, and %i of it stays owed", async (kind, left) => {
  const { discharge, duties } = owing(kind);
  await expect(discharge()).rejects.toMatchObject({ kind });
  expect(duties()).toBe(left);
});

it("a refund of a payment that is unknown to another account than ours stays owed", async () => {
  const unknown = () => Promise.reject(new AppError("not-found", "test", "No such payment."));
  const { discharge, duties } = owing("not-found", unknown);
  await expect(discharge()).rejects.toMatchObject({ code: "payments.other-account" });
  expect(duties()).toBe(1);
});

it("a refund of a payment that is known after all, once our own account is asked, is made", async () => {
  const { discharge, duties } = owing("not-found", () => Promise.resolve(), 1);
  await discharge();
  expect(duties()).toBe(0);
});
