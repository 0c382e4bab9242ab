import { AppError } from "@orbline/kit/errors";
import { findRenewing } from "./renewal.ts";
import type { ProviderSource, Subscription } from "./subscription.ts";

/** Plans between which a running subscription can be changed; lifetime is bought by a checkout. */
export type ChangeablePlan = "monthly" | "annual";

/** How long the amounts of a preview hold; milliseconds. */
const previewHoldsMs = 10 * 60_000;

const planOf = ({ plan }: ProviderSource) => (plan === "trial" ? "monthly" : plan);

const refuse = (code: string, text: string): never => {
  throw new AppError("conflict", code, text);
};

/** The subscription whose plan may be changed. @throws conflict, in words, where there is none */
export const findChangeable = (
  subscription: Pick<Subscription, "sources"> | undefined,
  plan: ChangeablePlan,
): ProviderSource => {
  const source = subscription && findRenewing(subscription);
  if (!source) return refuse("subscription.none", "There is no subscription to change.");
  if (source.status === "past_due" || source.status === "unpaid")
    return refuse("subscription.past-due", "Please pay your open bill first.");
  if (planOf(source) === plan)
    return refuse("plan.same", "This is the plan that you already have.");
  return source;
};

/** The moment from which a change is reckoned: that of the preview while it holds. @throws conflict for an old one */
export const prorationMoment = (sent: Date | undefined, now: Date): Date => {
  if (!sent) return now;
  const ageMs = now.getTime() - sent.getTime();
  if (ageMs >= 0 && ageMs <= previewHoldsMs) return sent;
  return refuse(
    "preview.old",
    "These amounts are no longer up to date. Please look at them again.",
  );
};
