import { isKind } from "@orbline/kit/errors";
import { isFinal, providerSources } from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";
import { syncSubscription } from "./sync.ts";

const batchSize = 1_000;

/**
 * Publishes access that has ended by its date alone. While the provider is down, users whose subscription may have
 * renewed wait for the next sweep; the others do not. Returns the number of users.
 */
export async function expireSubscriptions(deps: BillingDeps): Promise<number> {
  const { subscriptions, clock, report } = deps;
  const lapsed = await subscriptions.findLapsed(clock.now(), batchSize);
  let isProviderUp = true;
  for (const userId of lapsed) {
    try {
      const running = await findRunning(deps, userId);
      if (running.length > 0) isProviderUp &&= await syncAll(deps, running);
      if (running.length > 0 && !isProviderUp) continue;
      await subscriptions.update(userId, (current) => current);
    } catch (error) {
      report(error);
    }
  }
  return lapsed.length;
}

async function findRunning({ subscriptions }: BillingDeps, userId: string): Promise<string[]> {
  const found = await subscriptions.find(userId);
  const running = found && providerSources(found.state);
  return (running ?? [])
    .filter((source) => !source.endedAt && !isFinal(source))
    .map(({ id }) => id);
}

/** Fetches the subscription in case the webhook of a renewal was lost; returns false when the provider is down. */
async function syncAll(deps: BillingDeps, running: string[]): Promise<boolean> {
  try {
    for (const id of running) await syncSubscription(deps, id);
    return true;
  } catch (error) {
    if (isKind(error, "unavailable")) return false;
    deps.report(error);
    return true; // The date decides when the provider's state cannot be read.
  }
}
