import { AppError } from "@orbline/kit/errors";
import type { UserView } from "../domain/user-view.ts";
import type { AdminDeps, SubscriptionDetails } from "./ports.ts";

/** One user of the read model. @throws not-found */
export async function findUser({ users }: Pick<AdminDeps, "users">, id: string): Promise<UserView> {
  const user = await users.find(id);
  if (user) return user;
  throw new AppError("not-found", "user.not-found", "There is no such user.");
}

/** One user with the subscription and its state at the payment provider. @throws not-found, unavailable */
export async function describeUser(
  deps: Pick<AdminDeps, "users" | "subscriptions">,
  id: string,
): Promise<{ user: UserView; details: SubscriptionDetails }> {
  const user = await findUser(deps, id);
  const details = await deps.subscriptions.describe(id);
  return { user: { ...user, subscription: details.subscription }, details };
}

const longestWaitMs = 1_000;

/**
 * Waits, at most one second, until the read model has this version of a user's subscription, so that the next list
 * shows it. Version 0 means that the user has none.
 */
export async function awaitSubscriptionVersion(
  { users, sleep }: Pick<AdminDeps, "users" | "sleep">,
  userId: string,
  version: number,
): Promise<void> {
  if (version === 0) return;
  const deadline = performance.now() + longestWaitMs;
  while (performance.now() < deadline) {
    const user = await users.find(userId);
    if (user && user.subscriptionVersion >= version) return;
    await sleep(20);
  }
}
