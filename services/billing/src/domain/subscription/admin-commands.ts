import { AppError } from "@orbline/kit/errors";
import { stopCharges } from "./stop-charges.ts";
import { replaceSource, type ManualSource, type Subscription } from "./subscription.ts";

const dayMs = 86_400_000;

const keptCommandIds = 50;

/** Grants access until max(now, end of the current grant) + days. Safe to repeat with the same command id. */
export function grantManually(
  subscription: Subscription,
  { days, commandId }: { days: number; commandId: string },
  now: Date,
): Subscription {
  return once(subscription, commandId, (current) => {
    const running = findGrant(current, now);
    const until = new Date((running?.until ?? now).getTime() + days * dayMs);
    const id = running?.id ?? (`manual_${commandId}` as const);
    return { ...current, sources: replaceSource(current.sources, { kind: "manual", id, until }) };
  });
}

/** Ends every source now; the provider stops its subscriptions with their paid period. Safe to repeat. */
export function cancelAll(
  subscription: Subscription,
  { commandId }: { commandId: string },
  now: Date,
): Subscription {
  return once(subscription, commandId, (current) => {
    const sources = current.sources.map((one) => ({ ...one, endedAt: one.endedAt ?? now }));
    return stopCharges({ ...current, sources }, now);
  });
}

/** Runs a command once and stores its id. @throws invalid without an id */
function once(
  subscription: Subscription,
  commandId: string,
  run: (current: Subscription) => Subscription,
): Subscription {
  if (commandId === "")
    throw new AppError("invalid", "command.no-id", "A command needs its own id.");
  const { processedCommandIds: known } = subscription;
  if (known.includes(commandId)) return subscription;
  const processedCommandIds = [...known, commandId].slice(-keptCommandIds);
  return run({ ...subscription, processedCommandIds });
}

function findGrant({ sources }: Subscription, now: Date): ManualSource | undefined {
  return sources.find(
    (source) => source.kind === "manual" && !source.endedAt && source.until > now,
  ) as ManualSource | undefined;
}
