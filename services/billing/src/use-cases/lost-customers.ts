import { alsoCustomer, customersOf, withCustomer } from "../domain/customers.ts";
import { addDuty } from "../domain/duties.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { BillingDeps, Payments } from "./ports.ts";
import { type AskDeps, confirmGone } from "./unless-gone.ts";

type FindDeps = Pick<BillingDeps, "subscriptions"> & { payments: Pick<Payments, "findCustomers"> };

/** Our clock and the provider's may differ by this much. */
const skewMs = 60_000;

/**
 * Customers whom the provider made of a user since then and of whom we do not know, because we died before its answer
 * was stored. @throws unavailable
 */
export const findLostCustomers = async (
  { subscriptions, payments }: FindDeps,
  userId: string,
  since: Date,
): Promise<string[]> => {
  const found = await payments.findCustomers(userId, new Date(since.getTime() - skewMs));
  const state = (await subscriptions.find(userId))?.state;
  const known = state ? customersOf(state) : [];
  return found.filter((id) => !known.includes(id));
};

/**
 * The same for who does not look again. @throws unavailable, internal where nothing is found and the account that is
 * asked is not the one that took our payments
 */
export const findLostForGood = async (
  deps: FindDeps & AskDeps,
  userId: string,
  since: Date,
): Promise<string[]> => {
  const lost = await findLostCustomers(deps, userId, since);
  if (lost.length === 0) await confirmGone(deps, userId);
  return lost;
};

/** When the oldest checkout was begun that has not come to a page: what it did at the provider may be lost. */
export const oldestBegun = async (
  { checkouts }: { checkouts: Pick<BillingDeps["checkouts"], "findStarting"> },
  userId: string,
  except?: string,
): Promise<Date | undefined> => {
  const begun = (await checkouts.findStarting(userId)).filter(({ id }) => id !== except);
  const times = begun.map(({ createdAt }) => createdAt.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
};

/**
 * Makes a customer the one that buys, where there is none yet but one that is gone; else it is remembered beside that.
 * Of a user who is leaving, the provider is to forget it with the others.
 */
export const adoptCustomer = (
  current: Subscription,
  customerId: string,
  gone?: string,
): Subscription => {
  const isFree = !current.customerId || current.customerId === gone;
  const adopted = isFree ? withCustomer(current, customerId) : alsoCustomer(current, customerId);
  if (!current.erasedAt || adopted === current) return adopted;
  return addDuty(adopted, { kind: "erase-customer", objectId: customerId, reason: "erased" });
};
