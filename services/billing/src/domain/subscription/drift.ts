import {
  isFinal,
  isRefused,
  providerSources,
  type ProviderSnapshot,
  type Subscription,
} from "./subscription.ts";

/**
 * How our state of a subscription differs from the provider's: `missing` and `stale` describe our side,
 * `still-active` is a subscription that we refused and that still runs at the provider.
 */
export type Drift = "missing" | "stale" | "still-active";

/** Compares our state of a subscription with the provider's; undefined when they agree. */
export function findDrift(
  known: Subscription | undefined,
  snapshot: ProviderSnapshot,
): Drift | undefined {
  const isOver = isFinal(snapshot) || snapshot.status === "incomplete";
  if (known && isRefused(known, snapshot.id)) return isOver ? undefined : "still-active";
  const source = known && providerSources(known).find(({ id }) => id === snapshot.id);
  if (!source) return isOver ? undefined : "missing";
  if (isFinal(source)) return undefined;
  const agrees =
    source.status === snapshot.status &&
    source.cancelAtPeriodEnd === snapshot.cancelAtPeriodEnd &&
    source.periodEnd.getTime() === snapshot.periodEnd.getTime();
  return agrees ? undefined : "stale";
}
