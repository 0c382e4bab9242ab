import { AppError } from "@orbline/kit/errors";
import { addDuty } from "./duties.ts";
import { endSource, isFinal, replaceSource } from "./sources.ts";
import type { ManualSource, Subscription } from "./subscription.ts";

const dayMs = 86_400_000;
const keptCommands = 50;

/** Carries a command out once; its id is remembered. @throws invalid without an id */
const once = (
  subscription: Subscription,
  commandId: string,
  carryOut: (current: Subscription) => Subscription,
): Subscription => {
  if (commandId === "")
    throw new AppError("invalid", "command.no-id", "A command needs an id of its own.");
  if (subscription.commands.includes(commandId)) return subscription;
  const commands = [...subscription.commands, commandId].slice(-keptCommands);
  return carryOut({ ...subscription, commands });
};

const findGrant = ({ sources }: Subscription, now: Date) =>
  sources.find(
    (source): source is ManualSource =>
      source.kind === "manual" && !source.endedAt && source.until > now,
  );

/** Grants access by hand until max(now, current manual end) + days. Safe to repeat with the same command id. */
export const grantManually = (
  subscription: Subscription,
  { days, commandId }: { days: number; commandId: string },
  now: Date,
): Subscription =>
  once(subscription, commandId, (current) => {
    const running = findGrant(current, now);
    const until = new Date((running?.until ?? now).getTime() + days * dayMs);
    const id = running?.id ?? (`manual_${commandId}` as const);
    return { ...current, sources: replaceSource(current.sources, { kind: "manual", id, until }) };
  });

/** Ends every source now; a provider subscription is owed "stop at period end". Safe to repeat. */
export const cancelAll = (
  subscription: Subscription,
  { commandId }: { commandId: string },
  now: Date,
): Subscription =>
  once(subscription, commandId, (current) =>
    current.sources
      .filter((source) => !source.endedAt)
      .reduce((state, source) => {
        const ended = endSource(state, source, now);
        if (source.kind !== "provider" || isFinal(source)) return ended;
        return addDuty(ended, {
          kind: "stop-at-period-end",
          objectId: source.id,
          reason: "admin",
        });
      }, current),
  );
