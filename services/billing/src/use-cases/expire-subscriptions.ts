import { isKind } from "@orbline/kit/errors";
import { isFinal } from "../domain/sources.ts";
import type { BillingDeps } from "./ports.ts";

const batchSize = 1_000;

type Deps = Pick<BillingDeps, "subscriptions" | "clock" | "report"> & {
  sync: (subscriptionId: string) => Promise<boolean>;
};

const findRunning = async ({ subscriptions }: Deps, userId: string): Promise<string[]> => {
  const found = await subscriptions.find(userId);
  const running = found?.state.sources
    .filter((source) => source.kind === "provider")
    .filter((source) => !source.endedAt && !isFinal(source));
  return running?.map(({ id }) => id) ?? [];
};

/** Asks the provider, in case a renewal's webhook was lost; false when it is down. */
const catchUp = async ({ sync, report }: Deps, running: string[]): Promise<boolean> => {
  try {
    for (const id of running) await sync(id);
    return true;
  } catch (error) {
    if (isKind(error, "unavailable")) return false;
    report(error);
    return true; // its date alone decides
  }
};

/**
 * Publishes the end of access that came by the date alone. While the provider is down, who may have renewed
 * waits for the next sweep; the others do not. Answers how many users were looked at.
 */
export const expireSubscriptions = (deps: Deps) => async (): Promise<number> => {
  const { subscriptions, clock, report } = deps;
  const lapsed = await subscriptions.findLapsed(clock.now(), batchSize);
  let isProviderUp = true;
  for (const userId of lapsed) {
    try {
      const running = await findRunning(deps, userId);
      if (running.length > 0) isProviderUp = isProviderUp && (await catchUp(deps, running));
      if (running.length > 0 && !isProviderUp) continue;
      await subscriptions.update(userId, (current) => current);
    } catch (error) {
      report(error);
    }
  }
  return lapsed.length;
};
