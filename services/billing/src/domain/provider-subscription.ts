import type { AccessRules } from "./access.ts";
import { withCustomer } from "./customers.ts";
import { isRefused, refuse } from "./duties.ts";
import { endSource, hasLifetime, isFinal, isLive, replaceSource } from "./sources.ts";
import type { ProviderSnapshot, ProviderSource, Subscription } from "./subscription.ts";

const findSource = ({ sources }: Subscription, id: string) =>
  sources.find(
    (source): source is ProviderSource => source.kind === "provider" && source.id === id,
  );

/** What the provider says, unless its clock is ahead of ours: then the moment at which we learned of it. */
const firstFailure = ({ failedAt, fetchedAt }: ProviderSnapshot, earlier?: ProviderSource) =>
  failedAt && failedAt <= fetchedAt ? failedAt : (earlier?.firstFailedAt ?? fetchedAt);

const toSource = (snapshot: ProviderSnapshot, earlier?: ProviderSource): ProviderSource => {
  const isFailing = snapshot.status === "past_due";
  const firstFailedAt = isFailing ? firstFailure(snapshot, earlier) : undefined;
  return {
    kind: "provider",
    ...snapshot,
    ...(firstFailedAt && { firstFailedAt }),
    ...(earlier?.endedAt && { endedAt: earlier.endedAt }),
    ...(earlier?.reversals && { reversals: earlier.reversals }),
  };
};

/** The provider counts in seconds: of two that began in the same one, the one that we knew first is the older. */
const byAge = (one: ProviderSource, other: ProviderSource) =>
  one.createdAt.getTime() - other.createdAt.getTime();

/** Leaves one running subscription, the oldest, or none beside a lifetime purchase; the others are undone. */
const undoRivals = (subscription: Subscription, now: Date, rules: AccessRules): Subscription => {
  const running = subscription.sources
    .filter((source) => source.kind === "provider")
    .filter((source) => isLive(source, now, rules))
    .toSorted(byAge);
  const rivals = hasLifetime(subscription) ? running : running.slice(1);
  return rivals.reduce(
    (state, rival) =>
      refuse(endSource(state, rival, now), {
        kind: "cancel-and-refund",
        objectId: rival.id,
        reason: "duplicate",
      }),
    subscription,
  );
};

const takeOver = (subscription: Subscription, snapshot: ProviderSnapshot, now: Date) => {
  const known = findSource(subscription, snapshot.id);
  if (known && (isFinal(known) || snapshot.fetchedAt < known.fetchedAt)) return subscription;
  return {
    ...withCustomer(subscription, snapshot.customerId),
    sources: replaceSource(subscription.sources, toSource(snapshot, known)),
    ...(snapshot.plan === "trial" && { trialUsedAt: subscription.trialUsedAt ?? now }),
  };
};

const isSecondTrial = (subscription: Subscription, { id, plan }: ProviderSnapshot) =>
  plan === "trial" && !!subscription.trialUsedAt && !findSource(subscription, id);

/** Whether nothing was decided yet on a trial of an account that has had none: then its card decides. */
export const isNewTrial = (subscription: Subscription, objectId: string): boolean =>
  !subscription.trialUsedAt &&
  !findSource(subscription, objectId) &&
  !isRefused(subscription, objectId);

/** Refuses a trial whose account or card has had one: nothing is charged and it is cancelled at once. */
export const refuseTrial = (subscription: Subscription, objectId: string): Subscription =>
  isRefused(subscription, objectId)
    ? subscription
    : refuse(subscription, { kind: "cancel-and-refund", objectId, reason: "trial-used" });

const isTooLate = ({ erasedAt, sources }: Subscription, { id }: ProviderSnapshot) =>
  !!erasedAt && !sources.some((source) => source.id === id);

/**
 * Takes over a subscription from the provider; older answers and life after the end are ignored. Of two that
 * live at once the older stays and the newer is cancelled and refunded; beside a lifetime purchase any is, and so is
 * what is bought for an account that is leaving. An account's second trial is refused. Repeating it changes nothing.
 */
export const applyProviderSubscription = (
  subscription: Subscription,
  snapshot: ProviderSnapshot,
  now: Date,
  rules: AccessRules,
): Subscription => {
  if (isRefused(subscription, snapshot.id)) return subscription;
  if (isTooLate(subscription, snapshot))
    return refuse(subscription, {
      kind: "cancel-and-refund",
      objectId: snapshot.id,
      reason: "erased",
    });
  if (isSecondTrial(subscription, snapshot)) return refuseTrial(subscription, snapshot.id);
  return undoRivals(takeOver(subscription, snapshot, now), now, rules);
};
