import {
  isEnded,
  isFinal,
  isRefused,
  providerSources,
  renews,
  type ProviderSnapshot,
  type Subscription,
} from "./subscription.ts";

/**
 * How our state of a subscription differs from the provider's: `missing` and `stale` describe our side,
 * `still-active` is a subscription that we refused or ended and that the provider would still charge.
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
  const isPayable = !!snapshot.isUnpaid;
  if (isFinal(source)) return isOver && isPayable ? "still-active" : undefined;
  if (isEnded(source) && !isOver && renews(snapshot)) return "still-active";
  const agrees =
    source.status === snapshot.status &&
    !!source.isUnpaid === isPayable &&
    source.cancelAtPeriodEnd === snapshot.cancelAtPeriodEnd &&
    source.periodEnd.getTime() === snapshot.periodEnd.getTime();
  return agrees ? undefined : "stale";
}
