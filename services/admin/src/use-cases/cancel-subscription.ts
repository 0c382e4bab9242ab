import { commandSubscription } from "./command-subscription.ts";
import type { AdminDeps } from "./ports.ts";

/** Ends a user's access now. @throws not-found, unavailable */
export const cancelSubscription =
  (deps: AdminDeps) => (command: { actorId: string; userId: string; reason?: string }) =>
    commandSubscription(deps)(
      { ...command, action: "cancel-subscription", details: {} },
      (commandId) => deps.subscriptions.cancel({ userId: command.userId, commandId }),
    );
