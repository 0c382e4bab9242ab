import type { CheckoutResponse } from "@orbline/proto/http/billing";
import { useState } from "react";
import { isApiError } from "#/lib/api.ts";
import { navigation } from "#/lib/navigation.ts";
import { referralCode } from "#/shared/referral.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import {
  checkoutUrlOf,
  createDirectCheckout,
  createSimplifiedCheckout,
  needsAccount,
} from "./api.ts";
import { messages } from "./messages.ts";

/** Plans of the subscribe component. */
export const subscribePlans = ["monthly", "lifetime"] as const;
export type SubscribePlan = (typeof subscribePlans)[number];

const checkoutToastMs = 3000;

const fail = (description: string, title: string = messages.checkoutError) =>
  notify({ title, description, kind: "error" });

const isPriceIdError = (error: unknown) =>
  isApiError(error) && /price.?id|no such price/i.test(error.body?.message ?? "");

type Leaving = { started: string; onMissing: () => void; onLeft: () => void };

const leave = (answer: CheckoutResponse, { started, onMissing, onLeft }: Leaving) => {
  if (answer.alreadySubscribed)
    return notify({
      title: messages.alreadySubscribed,
      description: messages.alreadySubscribedText,
    });
  const url = checkoutUrlOf(answer);
  if (url === undefined) return answer.error === undefined ? onMissing() : fail(answer.error);
  notify({
    title: started,
    description: messages.redirectingToPayment,
    durationMs: checkoutToastMs,
  });
  try {
    navigation.assign(url);
    return onLeft();
  } catch {
    return fail(messages.subscribeRedirectFailed);
  }
};

/** The subscribe component's two attempts: direct, then the simplified one after a second failure. */
export const useSubscribe = ({ source }: { source: string }) => {
  const [failures, setFailures] = useState(0);
  const [fallback, setFallback] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const onLeft = () => setLeaving(true);

  const countFailure = (error?: unknown) => {
    if (needsAccount(error)) return;
    setFailures(failures + 1);
    if (isPriceIdError(error)) {
      setFallback(true);
      fail(messages.configurationText, messages.configurationError);
    } else if (failures === 0) fail(messages.sessionFailed);
    else {
      setFallback(true);
      fail(messages.sessionFailedAgain);
    }
  };

  const direct = useSingleMutation({
    mutationFn: createDirectCheckout,
    onSuccess: (answer) =>
      leave(answer, { started: messages.checkoutStarted, onMissing: countFailure, onLeft }),
    onError: countFailure,
  });
  const simplified = useSingleMutation({
    mutationFn: createSimplifiedCheckout,
    onSuccess: (answer) =>
      leave(answer, {
        started: messages.simplifiedStarted,
        onMissing: () => fail(messages.simplifiedFailed),
        onLeft,
      }),
    onError: () => fail(messages.simplifiedFailed),
  });

  const request = (plan: SubscribePlan, email: string) => ({
    plan,
    email,
    source,
    affiliateCode: referralCode(),
    termsAccepted: true,
  });
  return {
    subscribe: (plan: SubscribePlan, email: string) => direct.mutate(request(plan, email)),
    subscribeSimply: (plan: SubscribePlan, email: string) =>
      simplified.mutate(request(plan, email)),
    isPending: direct.isPending || simplified.isPending || leaving,
    showFallback: fallback,
    needsAccount: needsAccount(direct.error),
  };
};
