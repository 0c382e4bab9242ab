import type { EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import type { Entitlement, PredictionDeps } from "../use-cases/ports.ts";

/** Projects billing's subscriptions to entitlements. */
export function eventHandlers({ entitlements }: Pick<PredictionDeps, "entitlements">) {
  return {
    [topics.subscriptions.name]: (event: EventRecord) =>
      entitlements.apply(event.key, event.seq, toEntitlement(event)),
  };
}

/**
 * Undefined when billing has erased the subscription. A trial whose user has changed to another plan is a trial until
 * its first charge.
 */
function toEntitlement({ value }: EventRecord): Entitlement | undefined {
  if (!value) return undefined;
  const { entitled, accessUntilMs, tier } = subscriptionState.decode(value);
  const accessUntil = accessUntilMs ? new Date(accessUntilMs) : undefined;
  return { entitled, accessUntil, isTrial: tier === "premium_trial" };
}
