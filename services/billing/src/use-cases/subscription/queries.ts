import { AppError } from "@orbline/kit/errors";
import { accessOf, bestSource } from "../../domain/subscription/access.ts";
import { recurringOf } from "../../domain/subscription/plan-change.ts";
import {
  customersOf,
  noSubscription,
  type ProviderSnapshot,
  type Source,
} from "../../domain/subscription/subscription.ts";
import type { Invoice } from "../payment-provider.ts";
import type { BillingDeps } from "../ports.ts";
import { callProvider, withTimeout } from "../provider-calls.ts";

/** Less than the callers' timeouts, because the last known state is better than a late response. */
const deadlineMs = 3_000;

const maxInvoices = 100;

/** The current state of a source at the provider; `error` is set when the provider did not respond. */
export type ProviderDetails = Pick<
  ProviderSnapshot,
  "status" | "plan" | "cancelAtPeriodEnd" | "periodEnd" | "nextAttemptAt"
> & { error?: string | undefined };

/**
 * The user's access now, the next charge, the customer, whether the trial was used, and the version of the state behind
 * them; 0 without a subscription.
 */
export async function getSubscriptionStatus(
  { subscriptions, clock, rules }: Pick<BillingDeps, "subscriptions" | "clock" | "rules">,
  userId: string,
) {
  const found = await subscriptions.find(userId);
  const state = found?.state ?? { sources: [] };
  const access = accessOf(state, clock.now(), rules);
  const customerId = found?.state.customerId;
  const trialUsed = found?.state.trialUsedAt !== undefined;
  const version = found?.version ?? 0;
  return { access, recurring: recurringOf(state), customerId, trialUsed, version };
}

/** One user's subscription, its best source of access, and its current state at the provider. */
export async function describeSubscription(deps: BillingDeps, userId: string) {
  const found = await deps.subscriptions.find(userId);
  const state = found?.state ?? noSubscription(userId);
  const now = deps.clock.now();
  const access = accessOf(state, now, deps.rules);
  const source = bestSource(state, now, deps.rules)?.source;
  const provider = source && (await fetchDetails(deps, source));
  const { customerId } = state;
  return { access, version: found?.version ?? 0, customerId, source, provider };
}

type UserInvoice = Omit<Invoice, "paymentIds"> & {
  refundedCents: number;
  /** When the latest refund became known. */
  refundedAt: Date | undefined;
};

/** The invoices of all of a user's customers with their refunds, newest first, at most 100. @throws unavailable */
export async function listInvoices(
  {
    subscriptions,
    payments,
    provider,
    share,
  }: Pick<BillingDeps, "subscriptions" | "payments" | "provider" | "share">,
  userId: string,
): Promise<UserInvoice[]> {
  const state = (await subscriptions.find(userId))?.state;
  const customers = state ? customersOf(state) : [];
  const found = await callProvider(() =>
    share(`invoices:${customers.join()}`, () => Promise.all(customers.map(provider.listInvoices))),
  );
  const { rows } = await payments.list({ userId, limit: maxInvoices });
  const byId = new Map(rows.map((payment) => [payment.id, payment]));
  return found
    .flat()
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, maxInvoices)
    .map(({ paymentIds, ...invoice }) => {
      const paid = paymentIds.flatMap((id) => byId.get(id) ?? []);
      const dates = paid.flatMap(({ refundedAt }) => refundedAt ?? []);
      return {
        ...invoice,
        refundedCents: paid.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
        refundedAt: dates.toSorted((one, other) => other.getTime() - one.getTime())[0],
      };
    });
}

/**
 * Address of the provider's page where a user manages cards and invoices.
 * @throws conflict for a user without any purchase, unavailable
 */
export async function openPortal(
  { subscriptions, provider }: Pick<BillingDeps, "subscriptions" | "provider">,
  userId: string,
): Promise<string> {
  const customerId = (await subscriptions.find(userId))?.state.customerId;
  if (!customerId) {
    const text = "There is nothing to manage yet. Please subscribe first.";
    throw new AppError("conflict", "portal.no-customer", text);
  }
  return callProvider(() => provider.openPortal(customerId));
}

async function fetchDetails(
  { provider }: BillingDeps,
  source: Source,
): Promise<ProviderDetails | undefined> {
  if (source.kind !== "provider") return undefined;
  try {
    const { snapshot } = await withTimeout(deadlineMs, provider.findSubscription(source.id));
    return toDetails(snapshot);
  } catch {
    const error = "The payment provider did not respond. This is the last known state.";
    return { ...toDetails(source), error };
  }
}

function toDetails(snapshot: ProviderSnapshot): ProviderDetails {
  const { status, plan, cancelAtPeriodEnd, periodEnd, nextAttemptAt } = snapshot;
  return { status, plan, cancelAtPeriodEnd, periodEnd, nextAttemptAt };
}
