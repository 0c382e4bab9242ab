import type { CheckoutResponse } from "@orbline/proto/http/billing";
import type { Plan } from "@orbline/proto/constants/plans";
import { useState } from "react";
import { errorText } from "#/lib/api.ts";
import { navigation } from "#/lib/navigation.ts";
import { referralCode } from "#/shared/referral.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { checkoutUrlOf, createDirectCheckout, needsAccount } from "./api.ts";
import { messages } from "./messages.ts";

const fail = (description: string) =>
  notify({ title: messages.checkoutError, description, kind: "error" });

// A first attempt can be lost to another navigation, so the machine asks twice more.
const insistAfterMs = [300, 800];

type DirectCheckoutOptions = {
  source: string;
  /** Tries to leave again a moment later, and loads the page anew for someone already subscribed. */
  insist?: boolean;
};

/** A checkout button: idle, processing, then the provider's page; idle again on any failure. */
export const useDirectCheckout = ({ source, insist = false }: DirectCheckoutOptions) => {
  const [leaving, setLeaving] = useState(false);

  const follow = (answer: CheckoutResponse) => {
    if (answer.alreadySubscribed) {
      if (insist) navigation.reload();
      return notify({
        title: messages.alreadySubscribed,
        description: messages.alreadySubscribedText,
      });
    }
    const url = checkoutUrlOf(answer);
    if (url === undefined) return fail(answer.error ?? messages.noUrl);
    try {
      navigation.assign(url);
    } catch {
      return fail(messages.redirectFailed);
    }
    if (insist) for (const ms of insistAfterMs) setTimeout(() => navigation.assign(url), ms);
    setLeaving(true);
    return notify({ title: messages.redirecting, description: messages.redirectingText });
  };

  const mutation = useSingleMutation({
    mutationFn: createDirectCheckout,
    onSuccess: follow,
    onError: (error) => fail(errorText(error, messages.createFailed)),
  });
  return {
    start: (plan: Plan, email: string | undefined, { termsAccepted = false } = {}) =>
      mutation.mutate({
        plan,
        email,
        source,
        affiliateCode: referralCode(),
        ...(termsAccepted && { termsAccepted }),
      }),
    isPending: mutation.isPending || leaving,
    needsAccount: needsAccount(mutation.error),
  };
};
