import { accessOf, defaultAccessRules as rules } from "../domain/subscription/access.ts";
import type { ProviderPayment } from "../domain/payment/payment.ts";
import { applyProviderSubscription } from "../domain/subscription/purchases.ts";
import {
  noSubscription,
  type ProviderSnapshot,
  type ProviderSource,
  type Subscription,
} from "../domain/subscription/subscription.ts";

/** The current time in domain tests. */
export const now = new Date("2026-11-21T12:00:00Z");
export const hour = 3_600_000;
export const day = 24 * hour;

/** Some milliseconds after the current time. */
export const later = (ms: number): Date => new Date(now.getTime() + ms);

/** A monthly subscription that runs for thirty days from now. */
export const provider = (fields: Partial<ProviderSource>): ProviderSource => ({
  kind: "provider",
  id: "sub_1",
  customerId: "cus_1",
  status: "active",
  plan: "monthly",
  createdAt: now,
  periodStart: now,
  periodEnd: later(30 * 24 * hour),
  cancelAtPeriodEnd: false,
  fetchedAt: now,
  ...fields,
});

/** A user without purchases. */
export const empty = noSubscription("usr_1");

/** The provider's snapshot of that subscription. */
export const snapshot = (fields: Partial<ProviderSnapshot> = {}): ProviderSnapshot => {
  const { kind: _kind, firstFailedAt: _failed, endedAt: _ended, ...rest } = provider({});
  return { ...rest, ...fields };
};

/** The state after this snapshot. */
export const buy = (
  state: Subscription,
  fields: Partial<ProviderSnapshot> = {},
  moment = now,
): Subscription => applyProviderSubscription(state, snapshot(fields), moment, rules);

/** Whether this state gives access. */
export const isEntitled = (state: Subscription, moment = now): boolean =>
  accessOf(state, moment, rules).entitled;

/** The provider's snapshot of a successful monthly payment. */
export const payment = (fields: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: "pi_1",
  amountCents: 1_999,
  refundedCents: 0,
  currency: "usd",
  isPaid: true,
  dispute: "none",
  failedAttempts: 0,
  createdAt: now,
  paidAt: now,
  fetchedAt: now,
  ...fields,
});
