import type { Checkout, CheckoutResponse, DirectSignupResponse } from "@orbline/proto/http/billing";
import type { Plan } from "@orbline/proto/constants/plans";
import type { User } from "@orbline/proto/http/user";
import { useState } from "react";
import { errorText, isApiError } from "#/lib/api-client.ts";
import { leaveFor, navigation } from "#/lib/navigation.ts";
import { referralCode } from "#/shared/referral.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { checkoutTexts as texts } from "#/texts/checkout.ts";
import { checkoutUrlOf, directSignupCheckout, productionCheckout } from "./api.ts";

const redirectMs = 500;

const fail = (description: string, title: string = texts.checkoutError) =>
  notify({ title, description, kind: "error" });

const announceLeaving = () =>
  notify({ title: texts.redirecting, description: texts.redirectingText });

/** The direct checkout: an e-mail and a plan, then the provider's page. */
export const useDirectSignup = () => {
  const [leaving, setLeaving] = useState(false);

  const follow = ({ success, redirectUrl, message }: DirectSignupResponse) => {
    if (!success || redirectUrl === undefined) return fail(message ?? texts.directFailed);
    setLeaving(true);
    announceLeaving();
    return navigation.assign(redirectUrl);
  };

  const mutation = useSingleMutation({
    mutationFn: directSignupCheckout,
    onSuccess: follow,
    onError: (error) => fail(errorText(error, texts.directFailed)),
  });
  return {
    start: (email: string, plan: Plan) => {
      if (email.trim() === "") return fail(texts.directEmailText, texts.directEmailRequired);
      if (!email.includes("@")) return fail(texts.directInvalidText, texts.directInvalid);
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
    ? texts.statusError(error.status, error.message.replace(/^\d+: /, ""))
    : texts.createFailed;

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
      return notify({ title: texts.alreadySubscribed, description: texts.alreadySubscribedText });
    return fail(answer.error ?? texts.noUrlShort);
  };

  const mutation = useSingleMutation({
    mutationFn: productionCheckout,
    onSuccess: follow,
    onError: (error) => fail(errorText(error, failureOf(error))),
  });
  return {
    start: ({ email, username, password, plan }: Checkout) => {
      if (!email) return fail(texts.emailRequired);
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
