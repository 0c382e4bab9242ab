import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import { defaultAccessRules as rules } from "../domain/access.ts";
import { applyProviderPayment, type Payment } from "../domain/payment.ts";
import { memorySubscriptions } from "../testing/fake-deps.ts";
import { now, payment } from "../testing/fixtures.ts";
import { dischargePaymentDuties } from "./discharge-payment-duties.ts";
import type { BillingDeps } from "./ports.ts";
import { refundPayment } from "./refund-payment.ts";

type Failure = ConstructorParameters<typeof AppError>[0];

/** A payment of $19.99 at a provider that makes every refund but those of which it is said how they fail. */
const paid = (fields: Partial<Payment> = {}) => {
  const fails = new Map<string, Failure>();
  const given: string[] = [];
  const reported: unknown[] = [];
  let isBusy = false;
  const owner = { userId: "usr_1", plan: "monthly" } as const;
  const first = applyProviderPayment(undefined, payment(), owner);
  if (!first) throw new Error("nothing was charged");
  let state: Payment = { ...first, ...fields };
  const deps = {
    records: {
      find: () => Promise.resolve({ state, version: 1 }),
      list: () => Promise.resolve({ rows: [] }),
      update: (_id: string, decide: (current: Payment) => Payment) => {
        state = decide(state);
        return Promise.resolve({ state, version: 1, changed: true });
      },
    },
    payments: {
      giveBack: async ({ commandId }: { commandId: string }) => {
        const kind = fails.get(commandId);
        if (kind) throw new AppError(kind, `payments.${kind}`, kind);
        given.push(commandId);
      },
    },
    subscriptions: memorySubscriptions(() => now),
    clock: { now: () => now },
    rules,
    report: (error: unknown) => reported.push(error),
  } as unknown as BillingDeps;
  const record = async () => {
    if (isBusy) throw new AppError("conflict", "write.conflict", "changed at the same time");
    return true;
  };
  const discharge = dischargePaymentDuties({ ...deps, record });
  const refund = refundPayment({ ...deps, discharge });
  return {
    fails,
    given,
    reported,
    /** What an order is answered: the kind of the error, or that it is done. */
    order: (commandId: string) =>
      refund({ paymentId: "pi_1", amountCents: 500, commandId }).then(
        () => "done",
        (error: AppError) => `${error.kind} ${error.code}`,
      ),
    sweep: () => discharge("pi_1"),
    setBusy: (busy: boolean) => void (isBusy = busy),
    refunds: () => state.refunds,
  };
};

it("an order that was refused is refused again when it is repeated, and a new one is made", async () => {
  const { fails, order, given, refunds } = paid();
  fails.set("a", "conflict");
  expect(await order("a")).toBe("conflict refund.refused");
  fails.clear();
  expect(await order("a")).toBe("conflict refund.refused");
  expect(await order("b")).toBe("done");
  expect(given).toEqual(["b"]);
  expect(refunds()).toMatchObject([{ outcome: "refused" }, { outcome: "done" }]);
});

it("an order is answered by what became of itself, not of one that was owed before", async () => {
  const { fails, order, given, reported } = paid();
  fails.set("a", "unavailable");
  expect(await order("a")).toBe("unavailable refund.noted");
  fails.set("a", "conflict");
  expect(await order("b")).toBe("done");
  expect(given).toEqual(["b"]);
  expect(reported).toMatchObject([{ kind: "conflict" }]);
  expect(await order("a")).toBe("conflict refund.refused");
});

it("an order that waits for a repair of ours is told as noted, and is made once", async () => {
  const { fails, order, given, sweep, refunds } = paid();
  fails.set("a", "internal");
  expect(await order("a")).toBe("unavailable refund.noted");
  expect(refunds()).toMatchObject([{ outcome: "owed" }]);
  fails.clear();
  await sweep();
  expect(await order("a")).toBe("done");
  expect(given).toEqual(["a"]);
});

it("an order that was made but not written down yet is not called refused", async () => {
  const { order, sweep, setBusy } = paid();
  setBusy(true);
  expect(await order("a")).toBe("unavailable refund.noted");
  setBusy(false);
  await sweep();
  expect(await order("a")).toBe("done");
});

it("of orders without an outcome those that are owed are made, and the others count as done", async () => {
  const { order, given } = paid({
    refunds: [
      { commandId: "done", amountCents: 500 },
      { commandId: "owed", amountCents: 500 },
    ],
    duties: [{ kind: "refund", objectId: "owed", amountCents: 500 }],
  });
  expect(await order("done")).toBe("done");
  expect(await order("owed")).toBe("done");
  expect(given).toEqual(["owed"]);
});
