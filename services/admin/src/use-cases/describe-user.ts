import { type UserView, withSubscription } from "../domain/user-view.ts";
import { findUser } from "./find-user.ts";
import type { AdminDeps, SubscriptionDetails } from "./ports.ts";

/** One user with the subscription and what the provider holds of it now. @throws not-found, unavailable */
export const describeUser =
  (deps: Pick<AdminDeps, "users" | "subscriptions">) =>
  async (id: string): Promise<{ user: UserView; details: SubscriptionDetails }> => {
    const user = await findUser(deps)(id);
    const details = await deps.subscriptions.describe(id);
    return { user: withSubscription(user, details.subscription), details };
  };
