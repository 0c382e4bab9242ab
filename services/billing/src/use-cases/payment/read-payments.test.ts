import { expect, it } from "vitest";
import type { Effect } from "../../domain/effects.ts";
import { applyProviderPayment } from "../../domain/payment/payment.ts";
import { fakeDeps, memoryPayments, memorySubscriptions } from "../../testing/fake-deps.ts";
import { buy, empty, later, now, payment } from "../../testing/fixtures.ts";
import type { CreditRevocation } from "../payment-provider.ts";
import { runPaymentEffects } from "../run-effects.ts";
import { previewChange } from "../subscription/change-plan.ts";
import { readSucceeded } from "./read-payments.ts";

const clock = { now: () => now };

/** A user with more payments than one page has, the newest first: `pi_0`, a second later than `pi_1`. */
function setUp(count: number, subscriptionOf: (index: number) => string) {
  const payments = memoryPayments(clock);
  const paid = Array.from({ length: count }, (_, index) => {
    const at = { createdAt: later(-index * 1_000), paidAt: later(-index * 1_000) };
    const found = payment({ id: `pi_${index}`, subscriptionId: subscriptionOf(index), ...at });
    const state = applyProviderPayment(undefined, found, { userId: "usr_1", plan: "monthly" });
    if (!state) throw new Error("no payment");
    return { ...state, effects: [] };
  });
  for (const state of paid) payments.put(state);
  const subscriptions = memorySubscriptions(clock);
  subscriptions.put(buy(empty));
  const revoked: CreditRevocation[] = [];
  const deps = fakeDeps(clock, {
    payments,
    subscriptions,
    provider: {
      revokeCredit: (order) => {
        revoked.push(order);
        return Promise.resolve([]);
      },
    },
  });
  return { deps, payments, paid, revoked };
}

it("reads the succeeded payments of every page, newest first", async () => {
  const { deps, paid } = setUp(250, () => "sub_1");
  const ids: string[] = [];
  for await (const { id } of readSucceeded(deps, "usr_1")) ids.push(id);
  expect(ids).toEqual(paid.map(({ id }) => id));
});

it("counts all later payments of the subscription before it takes back the credit of a reversed one", async () => {
  const { deps, payments, paid, revoked } = setUp(250, () => "sub_1");
  const effect: Effect = { kind: "revoke-credit", objectId: "refunded" };
  const reversed = { status: "refunded", refundedCents: 1_999, effects: [effect] } as const;
  const [oldest] = paid.slice(-1);
  if (oldest) payments.put({ ...oldest, ...reversed, effects: [...reversed.effects] });
  await runPaymentEffects(deps, "pi_249");
  expect(revoked).toMatchObject([{ paymentId: "pi_249", keepCents: 249 * 1_999 }]);
});

it("refuses a change of plan whose part-refunded payment is older than a page of other payments", async () => {
  const { deps, payments, paid } = setUp(150, (index) => (index < 120 ? "sub_2" : "sub_1"));
  const newest = paid[120];
  if (newest) payments.put({ ...newest, refundedCents: 500 });
  await expect(previewChange(deps, "usr_1", "annual")).rejects.toMatchObject({
    code: "payment.part-refunded",
  });
});
