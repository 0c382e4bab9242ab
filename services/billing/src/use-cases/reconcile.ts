import type { PaymentStatus } from "../domain/payment/payment.ts";
import { type Drift, findDrift } from "../domain/subscription/drift.ts";
import { recordPayment } from "./payment/record-payment.ts";
import type { BillingDeps } from "./ports.ts";
import { syncSubscription } from "./subscription/sync.ts";

/** A subscription that differed from the provider's, and whether both match now. */
export type FoundDrift = {
  userId: string;
  subscriptionId: string;
  drift: Drift;
  isRepaired: boolean;
};

/** Result of a comparison with the provider. */
export type Reconciliation = {
  checked: number;
  /** Subscriptions at the provider that belong to no user of ours. */
  unknown: number;
  drifts: FoundDrift[];
  /** Payments of the last week that were missing, or whose success, full refund or dispute was, and have been recorded. */
  payments: string[];
};

/** Longer than the provider retries a delivery, so that no payment is missed between two comparisons. */
const lookBackMs = 7 * 86_400_000;

/**
 * Compares every subscription at the provider, and the payments, refunds and disputes of the last week, with ours, and
 * corrects differences that both webhook and poll have missed. An aborted signal ends it early.
 * @throws unavailable
 */
export async function reconcile(deps: BillingDeps, signal?: AbortSignal): Promise<Reconciliation> {
  const result: Reconciliation = { checked: 0, unknown: 0, drifts: [], payments: [] };
  for await (const { snapshot, ...found } of deps.provider.findSubscriptions()) {
    if (signal?.aborted) break;
    result.checked += 1;
    const userId = found.userId ?? (await findGuestOwner(deps, found.checkoutId));
    if (!userId) {
      result.unknown += 1;
      continue;
    }
    const known = (await deps.subscriptions.find(userId))?.state;
    const drift = findDrift(known, snapshot);
    if (!drift) continue;
    const isRepaired = await repair(deps, userId, snapshot.id, drift);
    result.drifts.push({ userId, subscriptionId: snapshot.id, drift, isRepaired });
  }
  return { ...result, payments: await recordMissingPayments(deps, signal) };
}

/** The account of a guest's purchase; undefined for an unclaimed one. */
async function findGuestOwner(
  { checkouts }: BillingDeps,
  checkoutId: string | undefined,
): Promise<string | undefined> {
  return checkoutId ? (await checkouts.find(checkoutId))?.userId : undefined;
}

async function repair(
  deps: BillingDeps,
  userId: string,
  subscriptionId: string,
  drift: Drift,
): Promise<boolean> {
  try {
    const result = await syncSubscription(deps, subscriptionId);
    // The effect of a refused one is still pending; this only runs it sooner.
    if (drift === "still-active") deps.wake("effects");
    return result === "applied";
  } catch (error) {
    deps.report(error);
  }
  return false;
}

async function recordMissingPayments(
  deps: BillingDeps,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { provider, payments, clock, report } = deps;
  const since = new Date(clock.now().getTime() - lookBackMs);
  const recorded: string[] = [];
  const statusOf = async (id: string) => (await payments.find(id))?.state.status;
  const record = async (id: string, before: PaymentStatus | undefined) => {
    await recordPayment(deps, id).catch(report);
    if ((await statusOf(id)) !== before) recorded.push(id);
  };
  for await (const id of provider.findChargedSince(since)) {
    if (signal?.aborted) break;
    const before = await statusOf(id);
    if (before === undefined || before === "failed") await record(id, before);
  }
  for await (const id of provider.findReversedSince(since)) {
    if (signal?.aborted) break;
    await record(id, await statusOf(id));
  }
  return recorded;
}
