import { commandSubscription } from "./command-subscription.ts";
import type { AdminDeps } from "./ports.ts";

/** Who is to get access, for how many days, by whom and why; the same `commandId` again grants nothing more. */
export type ActivationOrder = {
  actorId: string;
  userId: string;
  reason?: string;
  days: number;
  commandId: string | undefined;
};

/** Grants a user access for some days. @throws not-found, invalid, unavailable */
export const activateSubscription =
  (deps: AdminDeps) =>
  ({ days, commandId, ...command }: ActivationOrder) =>
    commandSubscription(deps)(
      {
        ...command,
        action: "activate-subscription",
        details: { days },
        // other days are another wish, not a repetition that would be passed over in silence
        commandId: commandId && `${command.userId}_${days}_${commandId}`,
      },
      (id) => deps.subscriptions.activate({ userId: command.userId, days, commandId: id }),
    );
