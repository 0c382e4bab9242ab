import type { Duty, RefusalDuty, Subscription } from "./subscription.ts";

const isSame = (one: Duty, other: Duty) =>
  one.kind === other.kind && one.objectId === other.objectId;

/** Notes something that is owed to the provider, once. */
export const addDuty = (subscription: Subscription, duty: Duty): Subscription =>
  subscription.duties.some((known) => isSame(known, duty))
    ? subscription
    : { ...subscription, duties: [...subscription.duties, duty] };

/** Strikes out a duty that was carried out. */
export const dischargeDuty = (subscription: Subscription, done: Duty): Subscription => ({
  ...subscription,
  duties: subscription.duties.filter((duty) => !isSame(duty, done)),
});

/** Whether a purchase was refused before; it then stays refused. */
export const isRefused = ({ refusals }: Subscription, objectId: string): boolean =>
  refusals.some((refusal) => refusal.objectId === objectId);

/** Undoes a purchase: notes why, for its success page, and what is owed for it. */
export const refuse = (subscription: Subscription, duty: RefusalDuty): Subscription => {
  const { objectId, reason } = duty;
  const refusals = [...subscription.refusals, { objectId, reason }];
  return addDuty({ ...subscription, refusals }, duty);
};
