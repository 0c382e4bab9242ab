import type { User } from "@orbline/proto/http/identity/user";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { chargeDay } from "#/lib/format.ts";
import { messages } from "./messages.ts";

const hourMs = 3_600_000;

/**
 * A short notice of what ends or needs the user: a trial, a canceled plan, a failed charge. Undefined when the plan
 * just renews. Until the subscription is loaded, the account says whether it is a trial.
 */
export function planNotice(
  user: User,
  subscription: SubscriptionStatusResponse | null | undefined,
  nowMs: number,
): string | undefined {
  if (!subscription) {
    const isTrial = user.subscriptionTier === "premium_trial";
    return isTrial ? trialNotice(user.subscriptionEndDate, nowMs) : undefined;
  }
  const { status, plan, periodEnd, accessUntil, graceUntil, cancelAtPeriodEnd } = subscription;
  if (status === "past_due" || graceUntil !== null) return messages.notices.failed;
  const end = periodEnd ?? accessUntil;
  if (end === null || plan === "manual") return undefined;
  if (cancelAtPeriodEnd) return messages.notices.ends(chargeDay(end, new Date(nowMs)));
  return status === "trialing" ? trialNotice(end, nowMs) : undefined;
}

function trialNotice(end: string | null, nowMs: number): string | undefined {
  const hours = end === null ? 0 : (Date.parse(end) - nowMs) / hourMs;
  if (hours < 1) return messages.notices.trial;
  // Short, so that it fits beside the logo of a narrow phone.
  if (hours <= 24) return messages.notices.trialLeft(`${Math.floor(hours)} h`);
  const days = Math.round(hours / 24);
  return messages.notices.trialLeft(days === 1 ? "1 day" : `${days} days`);
}
