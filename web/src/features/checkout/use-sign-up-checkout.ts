import type { CheckoutResponse } from "@orbline/proto/http/billing";
import type { Register, User } from "@orbline/proto/http/identity";
import { useState } from "react";
import { errorText } from "../../lib/api-client.ts";
import { leaveFor, openTab } from "../../lib/navigation.ts";
import { useSingleMutation } from "../../lib/use-single-mutation.ts";
import { notify } from "../../stores/notice-store.ts";
import { checkoutTexts as texts } from "../../texts/checkout.ts";
import { checkoutUrlOf, registerWithCheckout } from "./api.ts";

const redirectMs = 500;

const announceFailure = (description: string) =>
  notify({ title: texts.registrationFailed, description, kind: "error" });

/** Signing up and paying in one step; `onUser` learns of the account when this page may react to it. */
export const useSignUpCheckout = ({ onUser }: { onUser: (user: User) => void }) => {
  const [leaving, setLeaving] = useState(false);

  const follow = (answer: CheckoutResponse) => {
    const url = checkoutUrlOf(answer);
    const { user } = answer;
    if (answer.success && url !== undefined) {
      setLeaving(true);
      notify({ title: texts.opening, description: texts.openingText });
      openTab(url);
      // The user becomes known once navigation has begun; sooner, /auth would jump to the home.
      leaveFor(url, redirectMs, () => user && onUser(user));
      return;
    }
    if (answer.alreadySubscribed)
      notify({ title: texts.alreadySubscribed, description: texts.alreadySubscribedText });
    else
      announceFailure(answer.error ?? (answer.success ? texts.noUrl : texts.registrationFallback));
    // The account stands although the checkout failed, so its owner is signed in.
    if (user) onUser(user);
  };

  const mutation = useSingleMutation({
    mutationFn: registerWithCheckout,
    onSuccess: follow,
    onError: (error) => announceFailure(errorText(error, texts.registrationFallback)),
  });
  return {
    submit: (registration: Register) => mutation.mutate(registration),
    isPending: mutation.isPending || leaving,
  };
};

export type SignUpCheckout = ReturnType<typeof useSignUpCheckout>;
