import { isRefused } from "./duties.ts";
import { isFinal } from "./sources.ts";
import type { ProviderSnapshot, Subscription } from "./subscription.ts";

/**
 * How our state of a subscription differs from the provider's: `missing` here, `stale` here, or `unrefused`,
 * which is one that we undid and that still runs there.
 */
export type Drift = "missing" | "stale" | "unrefused";

const isOver = ({ status }: ProviderSnapshot) =>
  status === "canceled" || status === "incomplete_expired" || status === "incomplete";

/** Compares what we hold of a subscription with what the provider just said; undefined where they agree. */
export const findDrift = (
  known: Subscription | undefined,
  snapshot: ProviderSnapshot,
): Drift | undefined => {
  if (known && isRefused(known, snapshot.id)) return isOver(snapshot) ? undefined : "unrefused";
  const source = known?.sources
    .filter((one) => one.kind === "provider")
    .find(({ id }) => id === snapshot.id);
  if (!source) return isOver(snapshot) ? undefined : "missing";
  if (isFinal(source)) return undefined;
  const agrees =
    source.status === snapshot.status &&
    source.cancelAtPeriodEnd === snapshot.cancelAtPeriodEnd &&
    source.periodEnd.getTime() === snapshot.periodEnd.getTime();
  return agrees ? undefined : "stale";
};
