import { type Drift, findDrift } from "../domain/drift.ts";
import type { BillingDeps } from "./ports.ts";

/** One subscription on which we and the provider disagreed, and whether we agree now. */
export type FoundDrift = {
  userId: string;
  subscriptionId: string;
  drift: Drift;
  isRepaired: boolean;
};

/**
 * What a comparison found; `strangers` are subscriptions at the provider that name no user of ours, `payments` those
 * of the last days that were missing here and are no more.
 */
export type Reconciliation = {
  checked: number;
  strangers: number;
  drifts: FoundDrift[];
  payments: string[];
};

type Deps = Pick<BillingDeps, "subscriptions" | "checkouts" | "payments" | "records" | "clock"> &
  Pick<BillingDeps, "owe" | "report"> & {
    sync: (subscriptionId: string) => Promise<boolean>;
    record: (paymentId: string) => Promise<boolean>;
  };

/** Longer than the provider delivers an event, so that no payment falls between two comparisons. */
const lookBackMs = 7 * 86_400_000;

const repair = async (deps: Deps, userId: string, subscriptionId: string, drift: Drift) => {
  try {
    if (drift === "unrefused") {
      // The duty to undo it is kept until it is done; this only hurries it.
      deps.owe(userId);
      return false;
    }
    return await deps.sync(subscriptionId);
  } catch (error) {
    deps.report(error);
    return false;
  }
};

/** Who bought by e-mail alone is known by the checkout; nobody yet for what is not claimed. */
const ownerOf = async ({ checkouts }: Deps, checkoutId: string | undefined) =>
  checkoutId ? (await checkouts.find(checkoutId))?.userId : undefined;

const findMissingPayments = async (deps: Deps, signal: AbortSignal | undefined) => {
  const { payments, records, clock, record, report } = deps;
  const since = new Date(clock.now().getTime() - lookBackMs);
  const missing: string[] = [];
  for await (const invoiceId of payments.findInvoicesSince(since)) {
    if (signal?.aborted) break;
    const { paymentIds } = await payments.findInvoice(invoiceId);
    for (const id of paymentIds) {
      if (await records.find(id)) continue;
      if (await record(id).catch(report)) missing.push(id);
    }
  }
  return missing;
};

/**
 * Compares every subscription at the provider with ours, and the payments of the last week, and takes over what
 * differs, for what webhooks and the poll have both lost; an aborted signal ends it early. @throws unavailable while the provider does not answer
 */
export const reconcile =
  (deps: Deps) =>
  async (signal?: AbortSignal): Promise<Reconciliation> => {
    const found: Reconciliation = { checked: 0, strangers: 0, drifts: [], payments: [] };
    for await (const one of deps.payments.findSubscriptions()) {
      if (signal?.aborted) break;
      found.checked += 1;
      const { snapshot } = one;
      const userId = one.userId ?? (await ownerOf(deps, one.checkoutId));
      if (!userId) {
        found.strangers += 1;
        continue;
      }
      const known = (await deps.subscriptions.find(userId))?.state;
      const drift = findDrift(known, snapshot);
      if (!drift) continue;
      const isRepaired = await repair(deps, userId, snapshot.id, drift);
      found.drifts.push({ userId, subscriptionId: snapshot.id, drift, isRepaired });
    }
    return { ...found, payments: await findMissingPayments(deps, signal) };
  };
