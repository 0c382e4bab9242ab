import type { CheckoutResponse } from "@orbline/proto/http/billing";
import type { Register } from "@orbline/proto/http/identity";
import type { User } from "@orbline/proto/http/user";
import { useState } from "react";
import { errorText } from "#/lib/api.ts";
import { leaveFor, openTab } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import {
  absoluteCheckout,
  checkoutUrlOf,
  integratedCheckout,
  registerWithCheckout,
} from "./api.ts";
import { messages } from "./messages.ts";

const redirectMs = 500;

/** The ways to open an account together with a checkout, and their words. */
const kinds = {
  register: {
    call: registerWithCheckout,
    failedTitle: messages.registrationFailed,
    fallback: messages.registrationFallback,
    noUrl: messages.noUrl,
  },
  quick: {
    call: absoluteCheckout,
    failedTitle: messages.checkoutError,
    fallback: messages.accountAndCheckoutFailed,
    noUrl: messages.setupProblem,
  },
  integrated: {
    call: integratedCheckout,
    failedTitle: messages.checkoutError,
    fallback: messages.accountAndCheckoutFailed,
    noUrl: messages.noValidUrl,
  },
} as const;

type SignUpCheckoutOptions = {
  kind: keyof typeof kinds;
  /** Learns of the account when this page may react to it. */
  onUser: (user: User) => void;
};

/** Signing up and paying in one step; only the combined registration opens a tab besides. */
export const useSignUpCheckout = ({ kind, onUser }: SignUpCheckoutOptions) => {
  const [leaving, setLeaving] = useState(false);
  const { call, failedTitle, fallback, noUrl } = kinds[kind];

  const announceFailure = (description: string) =>
    notify({ title: failedTitle, description, kind: "error" });

  const follow = (answer: CheckoutResponse) => {
    const url = checkoutUrlOf(answer);
    const { user } = answer;
    if (answer.success && url !== undefined) {
      setLeaving(true);
      if (kind === "register") {
        notify({ title: messages.opening, description: messages.openingText });
        openTab(url);
      } else notify({ title: messages.redirecting, description: messages.redirectingText });
      // The user becomes known once navigation has begun; sooner, this page would jump elsewhere.
      leaveFor(url, redirectMs, () => user && onUser(user));
      return;
    }
    if (answer.alreadySubscribed)
      notify({ title: messages.alreadySubscribed, description: messages.alreadySubscribedText });
    else announceFailure(answer.error ?? (answer.success ? noUrl : fallback));
    // The account stands although the checkout failed, so its owner is signed in.
    if (user) onUser(user);
  };

  const mutation = useSingleMutation({
    mutationFn: call,
    onSuccess: follow,
    onError: (error) => announceFailure(errorText(error, fallback)),
  });
  return {
    submit: (registration: Register) => mutation.mutate(registration),
    isPending: mutation.isPending || leaving,
  };
};

export type SignUpCheckout = ReturnType<typeof useSignUpCheckout>;
