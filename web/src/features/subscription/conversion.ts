import type { VerifyResponse } from "@orbline/proto/http/billing/checkout";
import { planTerms, type Plan } from "@orbline/proto/constants/plans";
import { referralCode, reportConversion } from "#/shared/referral.ts";

/** Reports a verified checkout to the referral script if the response names the buyer. */
export function reportCheckout(answer: VerifyResponse, sessionId: string) {
  if (answer.customerEmail === undefined) return;
  reportConversion({
    email: answer.customerEmail,
    amount: paidTodayCents(answer),
    externalId: answer.userId ?? sessionId,
    currency: "USD",
    metadata: {
      plan: planOf(answer),
      source: "subscription_success",
      affiliateCode: referralCode(),
    },
  });
}

/** Cents paid at this checkout. */
export const paidTodayCents = (answer: VerifyResponse) => planTerms[planOf(answer)].dueTodayCents;

function planOf({ plan, subscriptionTier }: VerifyResponse): Plan {
  if (plan) return plan;
  if (subscriptionTier === "premium_annual") return "annual";
  return subscriptionTier === "premium_trial" ? "trial" : "monthly";
}
