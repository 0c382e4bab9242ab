import type { Subscription } from "./subscription.ts";

/** When the last monthly or annual plan of a user ends or ended; undefined for a user who never had one. */
export function paidPlanEnd({ sources }: Pick<Subscription, "sources">): Date | undefined {
  const ends = sources.flatMap((source) =>
    source.kind === "provider" && source.plan !== "trial"
      ? [source.endedAt ?? source.periodEnd]
      : [],
  );
  return ends.toSorted((a, b) => a.getTime() - b.getTime()).at(-1);
}
