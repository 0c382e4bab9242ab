import { providerSources, type ProviderSource, type Subscription } from "./subscription.ts";

/**
 * When the last monthly or annual plan of a user without a paid plan ended; undefined for a user who never paid for one. A trial
 * counts once its user has paid, because the provider keeps the trial's name.
 */
export function paidPlanEnd({
  sources,
  trialConvertedAt,
}: Pick<Subscription, "sources" | "trialConvertedAt">): Date | undefined {
  return providerSources({ sources })
    .filter((source) => trialConvertedAt !== undefined || !beganAsTrial(source))
    .map((source) => source.endedAt ?? earlier(source.periodEnd, source.fetchedAt))
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1);
}

function beganAsTrial({ plan, trialEnd }: ProviderSource): boolean {
  return plan === "trial" || trialEnd !== undefined;
}

/** A plan that ended before its period, such as one that nobody paid for, had ended when it was last fetched. */
function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
