import { accessOf, type AccessRules } from "./access.ts";
import type {
  Duty,
  LifetimeSource,
  ProviderSnapshot,
  ProviderSource,
  Refusal,
  Source,
  Subscription,
} from "./subscription.ts";

const dayMs = 86_400_000;
const keptCommands = 50;

const isLive = (source: Source, now: Date, rules: AccessRules): boolean =>
  !source.endedAt && accessOf({ sources: [source] }, now, rules).entitled;

/** Whether a paid source of this user runs; a manual grant is none and never blocks paying. */
export const hasPaidSource = (subscription: Subscription, now: Date, rules: AccessRules): boolean =>
  subscription.sources.some((source) => source.kind !== "manual" && isLive(source, now, rules));

/** Whether the user has bought lifetime access that still holds. */
export const hasLifetime = ({ sources }: Subscription): boolean =>
  sources.some((source) => source.kind === "lifetime" && !source.endedAt);

const addDuty = (duties: Duty[], duty: Duty): Duty[] =>
  duties.some(
    ({ kind, subscriptionId }) => kind === duty.kind && subscriptionId === duty.subscriptionId,
  )
    ? duties
    : [...duties, duty];

const toSource = (snapshot: ProviderSnapshot, earlier?: ProviderSource): ProviderSource => {
  const isFailing = snapshot.status === "past_due";
  const firstFailedAt = isFailing ? (earlier?.firstFailedAt ?? snapshot.fetchedAt) : undefined;
  return {
    kind: "provider",
    ...snapshot,
    ...(firstFailedAt && { firstFailedAt }),
    ...(earlier?.endedAt && { endedAt: earlier.endedAt }),
  };
};

const replaceSource = (sources: Source[], next: Source): Source[] =>
  sources.some(({ id }) => id === next.id)
    ? sources.map((source) => (source.id === next.id ? next : source))
    : [...sources, next];

const isFinal = ({ status }: ProviderSource) =>
  status === "canceled" || status === "incomplete_expired";

const refuse = (subscription: Subscription, refusal: Refusal): Subscription => ({
  ...subscription,
  refusals: [...subscription.refusals, refusal],
  duties: addDuty(subscription.duties, { kind: "cancel-and-refund", ...refusal }),
});

const byAge = (one: ProviderSource, other: ProviderSource) =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

const runningSources = ({ sources }: Subscription, now: Date, rules: AccessRules) =>
  sources.filter(
    (source): source is ProviderSource => source.kind === "provider" && isLive(source, now, rules),
  );

const endSource = (
  subscription: Subscription,
  source: ProviderSource,
  now: Date,
): Subscription => ({
  ...subscription,
  sources: replaceSource(subscription.sources, { ...source, endedAt: now }),
});

/** Leaves one running subscription, the oldest, or none beside a lifetime purchase; the others are undone. */
const undoRivals = (subscription: Subscription, now: Date, rules: AccessRules): Subscription => {
  const running = runningSources(subscription, now, rules).toSorted(byAge);
  const rivals = hasLifetime(subscription) ? running : running.slice(1);
  return rivals.reduce(
    (state, rival) =>
      refuse(endSource(state, rival, now), { subscriptionId: rival.id, reason: "duplicate" }),
    subscription,
  );
};

const takeOver = (subscription: Subscription, snapshot: ProviderSnapshot, now: Date) => {
  const known = subscription.sources.find(
    (source): source is ProviderSource => source.kind === "provider" && source.id === snapshot.id,
  );
  if (known && (isFinal(known) || snapshot.fetchedAt < known.fetchedAt)) return subscription;
  return {
    ...subscription,
    customerId: snapshot.customerId,
    sources: replaceSource(subscription.sources, toSource(snapshot, known)),
    ...(snapshot.plan === "trial" && { trialUsedAt: subscription.trialUsedAt ?? now }),
  };
};

/**
 * Takes over a subscription from the provider; older answers and life after the end are ignored. Of two that
 * live at once the older stays and the newer is cancelled and refunded; beside a lifetime purchase any is.
 * Repeating it changes nothing.
 */
export const applyProviderSubscription = (
  subscription: Subscription,
  snapshot: ProviderSnapshot,
  now: Date,
  rules: AccessRules,
): Subscription =>
  subscription.refusals.some(({ subscriptionId }) => subscriptionId === snapshot.id)
    ? subscription
    : undoRivals(takeOver(subscription, snapshot, now), now, rules);

/** Refuses a trial whose card has had one before: nothing is charged and the subscription is cancelled at once. */
export const refuseTrial = (subscription: Subscription, subscriptionId: string): Subscription =>
  subscription.refusals.some((refusal) => refusal.subscriptionId === subscriptionId)
    ? subscription
    : refuse(subscription, { subscriptionId, reason: "trial-used" });

/** Adds a lifetime purchase; what runs at the provider ends and is owed a cancellation. Safe to repeat. */
export const applyLifetime = (
  subscription: Subscription,
  { id, customerId, paidAt }: Omit<LifetimeSource, "kind" | "endedAt">,
  now: Date,
  rules: AccessRules,
): Subscription => {
  if (subscription.sources.some((source) => source.id === id)) return subscription;
  const bought: Subscription = {
    ...subscription,
    ...(customerId && { customerId }),
    sources: [
      ...subscription.sources,
      { kind: "lifetime", id, paidAt, ...(customerId && { customerId }) },
    ],
  };
  return runningSources(subscription, now, rules).reduce((state, source) => {
    const duty = { kind: "cancel", subscriptionId: source.id, reason: "lifetime" } as const;
    return { ...endSource(state, source, now), duties: addDuty(state.duties, duty) };
  }, bought);
};

const remember = (commands: string[], commandId: string) =>
  [...commands, commandId].slice(-keptCommands);

/** Grants access by hand until max(now, current manual end) + days. Safe to repeat with the same command id. */
export const grantManually = (
  subscription: Subscription,
  { days, commandId }: { days: number; commandId: string },
  now: Date,
): Subscription => {
  if (subscription.commands.includes(commandId)) return subscription;
  const current = subscription.sources.find(
    (source) => source.kind === "manual" && !source.endedAt && source.until > now,
  );
  const from = current?.kind === "manual" ? current.until : now;
  const until = new Date(from.getTime() + days * dayMs);
  const id = current?.kind === "manual" ? current.id : (`manual_${commandId}` as const);
  return {
    ...subscription,
    commands: remember(subscription.commands, commandId),
    sources: replaceSource(subscription.sources, { kind: "manual", id, until }),
  };
};

/** Ends every source now; a provider subscription is owed "stop at period end". Safe to repeat. */
export const cancelAll = (
  subscription: Subscription,
  { commandId }: { commandId: string },
  now: Date,
): Subscription => {
  if (subscription.commands.includes(commandId)) return subscription;
  const open = subscription.sources.filter((source) => !source.endedAt);
  return {
    ...subscription,
    commands: remember(subscription.commands, commandId),
    sources: subscription.sources.map((source) =>
      source.endedAt ? source : { ...source, endedAt: now },
    ),
    duties: open.reduce(
      (duties, source) =>
        source.kind === "provider" && !isFinal(source)
          ? addDuty(duties, {
              kind: "stop-at-period-end",
              subscriptionId: source.id,
              reason: "admin",
            })
          : duties,
      subscription.duties,
    ),
  };
};

/** Strikes out a duty that was carried out. */
export const dischargeDuty = (subscription: Subscription, done: Duty): Subscription => ({
  ...subscription,
  duties: subscription.duties.filter(
    ({ kind, subscriptionId }) => kind !== done.kind || subscriptionId !== done.subscriptionId,
  ),
});
