import { commandSubscription } from "./command-subscription.ts";
import type { AdminDeps } from "./ports.ts";

/** Grants a user access for some days. @throws not-found, invalid, unavailable */
export const activateSubscription =
  (deps: AdminDeps) =>
  ({ days, ...command }: { actorId: string; userId: string; reason?: string; days: number }) =>
    commandSubscription(deps)(
      { ...command, action: "activate-subscription", details: { days } },
      (commandId) => deps.subscriptions.activate({ userId: command.userId, days, commandId }),
    );
