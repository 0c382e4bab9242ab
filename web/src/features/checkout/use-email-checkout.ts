import type { Checkout, CheckoutResponse, DirectSignupResponse } from "@orbline/proto/http/billing";
import type { Plan } from "@orbline/proto/constants/plans";
import type { User } from "@orbline/proto/http/user";
import { useState } from "react";
import { errorText, isApiError } from "#/lib/api.ts";
import { leaveFor, navigation } from "#/lib/navigation.ts";
import { referralCode } from "#/shared/referral.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { checkoutUrlOf, directSignupCheckout, productionCheckout } from "./api.ts";
import { messages } from "./messages.ts";

const redirectMs = 500;

const fail = (description: string, title: string = messages.checkoutError) =>
  notify({ title, description, kind: "error" });

const announceLeaving = () =>
  notify({ title: messages.redirecting, description: messages.redirectingText });

/** The direct checkout: an e-mail and a plan, then the provider's page. */
export const useDirectSignup = () => {
  const [leaving, setLeaving] = useState(false);

  const follow = ({ success, redirectUrl, message }: DirectSignupResponse) => {
    if (!success || redirectUrl === undefined) return fail(message ?? messages.directFailed);
    setLeaving(true);
    announceLeaving();
    return navigation.assign(redirectUrl);
  };

  const mutation = useSingleMutation({
    mutationFn: directSignupCheckout,
    onSuccess: follow,
    onError: (error) => fail(errorText(error, messages.directFailed)),
  });
  return {
    start: (email: string, plan: Plan) => {
      if (email.trim() === "") return fail(messages.directEmailText, messages.directEmailRequired);
      if (!email.includes("@")) return fail(messages.directInvalidText, messages.directInvalid);
      const affiliateCode = referralCode();
      return mutation.mutate({
        email: email.trim(),
        plan,
        source: "direct_signup",
        termsAccepted: true,
        ...(affiliateCode && { affiliateCode }),
      });
    },
    isPending: mutation.isPending || leaving,
  };
};

const failureOf = (error: unknown) =>
  isApiError(error)
    ? messages.statusError(error.status, error.message.replace(/^\d+: /, ""))
    : messages.createFailed;

/** The production checkout button; needs an e-mail, takes an account along where one is filled in. */
export const useProductionCheckout = ({ onUser }: { onUser: (user: User) => void }) => {
  const [leaving, setLeaving] = useState(false);

  const follow = (answer: CheckoutResponse) => {
    const url = checkoutUrlOf(answer);
    const { user } = answer;
    if (answer.success && url !== undefined) {
      setLeaving(true);
      announceLeaving();
      return leaveFor(url, redirectMs, () => user && onUser(user));
    }
    if (user) onUser(user);
    if (answer.alreadySubscribed)
      return notify({
        title: messages.alreadySubscribed,
        description: messages.alreadySubscribedText,
      });
    return fail(answer.error ?? messages.noUrlShort);
  };

  const mutation = useSingleMutation({
    mutationFn: productionCheckout,
    onSuccess: follow,
    onError: (error) => fail(errorText(error, failureOf(error))),
  });
  return {
    start: ({ email, username, password, plan }: Checkout) => {
      if (!email) return fail(messages.emailRequired);
      const affiliateCode = referralCode();
      return mutation.mutate({
        email,
        plan,
        source: "production_site",
        termsAccepted: true,
        ...(username && password && { username, password }),
        ...(affiliateCode && { affiliateCode }),
      });
    },
    isPending: mutation.isPending || leaving,
  };
};

export type ProductionCheckout = ReturnType<typeof useProductionCheckout>;
