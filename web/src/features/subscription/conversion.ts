import type { VerifyResponse } from "@orbline/proto/http/billing";
import { planTerms, type Plan } from "@orbline/proto/constants/plans";
import { referralCode, reportConversion } from "#/shared/referral.ts";

const planOf = ({ plan, subscriptionTier }: VerifyResponse): Plan => {
  if (plan) return plan;
  if (subscriptionTier === "premium_annual") return "annual";
  return subscriptionTier === "premium_trial" ? "trial" : "monthly";
};

/** What was paid at this checkout, in cents. */
export const paidTodayCents = (answer: VerifyResponse) => planTerms[planOf(answer)].dueTodayCents;

/** Tells the referral script of a verified checkout, if the answer names its buyer. */
export const reportCheckout = (answer: VerifyResponse, sessionId: string) => {
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
};
