import { type AccessRules, sourceAccess } from "./access.ts";
import { isEnded, type ProviderSource, type Source, type Subscription } from "./subscription.ts";

/** Whether a source gives access at this moment. */
export const isLive = (source: Source, now: Date, rules: AccessRules): boolean =>
  sourceAccess(source, now, rules).entitled;

/** Whether a paid source of this user runs; a manual grant is none and never blocks paying. */
export const hasPaidSource = (subscription: Subscription, now: Date, rules: AccessRules): boolean =>
  subscription.sources.some((source) => source.kind !== "manual" && isLive(source, now, rules));

/** Whether the user has bought lifetime access that still holds. */
export const hasLifetime = ({ sources }: Subscription): boolean =>
  sources.some((source) => source.kind === "lifetime" && !isEnded(source));

/** Whether the provider can never charge for this subscription again. */
export const isFinal = ({ status }: ProviderSource): boolean =>
  status === "canceled" || status === "incomplete_expired";

/** Puts a source in the place of the one with its id, or adds it. */
export const replaceSource = (sources: Source[], next: Source): Source[] =>
  sources.some(({ id }) => id === next.id)
    ? sources.map((source) => (source.id === next.id ? next : source))
    : [...sources, next];

/** Ends one source whatever the provider says of it later. */
export const endSource = (subscription: Subscription, source: Source, now: Date): Subscription => ({
  ...subscription,
  sources: replaceSource(subscription.sources, { ...source, endedAt: now }),
});
