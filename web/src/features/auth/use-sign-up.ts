import type { CheckoutResponse } from "@orbline/proto/http/billing";
import type { Register } from "@orbline/proto/http/identity";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../lib/api-client.ts";
import { leaveFor, openTab } from "../../lib/navigation.ts";
import { notify } from "../../lib/toaster.ts";
import { authTexts } from "../../texts/auth.ts";
import { rememberUser, useRegister, useRegisterWithCheckout } from "./api.ts";

const checkoutRedirectMs = 500;

const announceFailure = (description: string) =>
  notify({ title: authTexts.registrationFailed, description, kind: "error" });

/** Sends a registration the right way: with an e-mail through the checkout, without one plainly. */
export const useSignUp = () => {
  const client = useQueryClient();
  const register = useRegister();
  const withCheckout = useRegisterWithCheckout();
  const [leaving, setLeaving] = useState(false);

  const follow = (answer: CheckoutResponse) => {
    const url = answer.checkoutUrl ?? answer.url;
    if (answer.success && url !== undefined) {
      setLeaving(true);
      notify({ title: authTexts.redirecting, description: authTexts.redirectingText });
      openTab(url);
      // The user becomes known once navigation has begun; sooner, this page would jump to the home.
      leaveFor(url, checkoutRedirectMs, () => rememberUser(client, answer.user ?? null));
      return;
    }
    if (answer.alreadySubscribed)
      notify({ title: authTexts.alreadySubscribed, description: authTexts.alreadySubscribedText });
    else announceFailure(answer.error ?? authTexts.checkoutRegistrationFailed);
    if (answer.user) rememberUser(client, answer.user);
  };

  const submit = (registration: Register) => {
    if (registration.subscribe && registration.email !== undefined)
      return withCheckout.mutate(registration, {
        onSuccess: follow,
        onError: (error) =>
          announceFailure(errorText(error, authTexts.checkoutRegistrationFailed)),
      });
    return register.mutate(registration, {
      onSuccess: () =>
        notify({ title: authTexts.accountCreated, description: authTexts.accountReady }),
      onError: (error) => announceFailure(errorText(error, authTexts.registrationFailed)),
    });
  };

  return { submit, isPending: register.isPending || withCheckout.isPending || leaving };
};
