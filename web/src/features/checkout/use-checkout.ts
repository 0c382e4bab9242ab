import type { CheckoutResponse } from "@orbline/proto/http/billing/checkout";
import type { User } from "@orbline/proto/http/identity/user";
import { useState } from "react";
import { errorText, isApiError } from "#/lib/api.ts";
import { leaveFor, navigation, openTab } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify, type Toast } from "#/stores/toast-store.ts";
import {
  absoluteCheckout,
  checkoutUrlOf,
  createDirectCheckout,
  createSimplifiedCheckout,
  directSignupCheckout,
  integratedCheckout,
  needsAccount,
  productionCheckout,
  registerWithCheckout,
} from "./api.ts";
import { messages } from "./messages.ts";

type CheckoutKind<Input> = {
  request: (input: Input) => Promise<CheckoutResponse>;
  /** Title of the toast of a failure. */
  failedTitle: string;
  /** Text of a failure for which the server gives no message. */
  failed: string | ((error: unknown) => string);
  noUrl: string;
  redirectFailed: string;
  started: Toast;
  /** Goes to the hosted page; `onLeave` runs when this page is left. */
  leave: (url: string, onLeave: () => void) => void;
};

const redirecting = {
  failedTitle: messages.checkoutError,
  failed: messages.createFailed,
  noUrl: messages.noUrl,
  redirectFailed: messages.redirectFailed,
  started: { title: messages.redirecting, description: messages.redirectingText },
  leave: (url: string) => navigation.assign(url),
};
const signingUp = {
  ...redirecting,
  failed: messages.accountAndCheckoutFailed,
  leave: leaveLater,
};
const subscribing = {
  ...redirecting,
  redirectFailed: messages.subscribeRedirectFailed,
};

/** The kinds of checkout: call, texts and the way to leave the page. */
export const checkoutKinds = {
  direct: { ...redirecting, request: createDirectCheckout },
  machine: { ...redirecting, request: createDirectCheckout, leave: leaveRepeatedly },
  directSignup: {
    ...redirecting,
    request: directSignupCheckout,
    failed: messages.directFailed,
    noUrl: messages.directFailed,
  },
  production: {
    ...redirecting,
    request: productionCheckout,
    failed: productionFailure,
    noUrl: messages.noUrlShort,
    leave: leaveLater,
  },
  register: {
    ...signingUp,
    request: registerWithCheckout,
    failedTitle: messages.registrationFailed,
    failed: messages.registrationFallback,
    started: { title: messages.opening, description: messages.openingText },
    leave: openTabAndLeave,
  },
  quick: { ...signingUp, request: absoluteCheckout, noUrl: messages.setupProblem },
  integrated: { ...signingUp, request: integratedCheckout, noUrl: messages.noValidUrl },
  subscribe: {
    ...subscribing,
    request: createDirectCheckout,
    started: startedToast(messages.checkoutStarted),
  },
  simplified: {
    ...subscribing,
    request: createSimplifiedCheckout,
    started: startedToast(messages.simplifiedStarted),
  },
};

type CheckoutHandlers = {
  /** Receives the account of the response, once this page may react to it. */
  onUser?: (user: User) => void;
  onAlreadySubscribed?: () => void;
  /** Replaces the toast of a failure for which the server gives no reason. */
  onFailure?: (error: unknown) => void;
};

export type Checkout<Input> = {
  start: (input: Input) => void;
  isPending: boolean;
  /** The failure of the last call. */
  error: unknown;
  /** The last call was refused because no user is signed in. */
  needsAccount: boolean;
};

/** A checkout: idle, processing until the page is left, idle again after a failure. */
export function useCheckout<Input>(
  kind: CheckoutKind<Input>,
  { onUser, onAlreadySubscribed, onFailure }: CheckoutHandlers = {},
): Checkout<Input> {
  const [isLeaving, setIsLeaving] = useState(false);

  const fail = (description: string) => notifyRefusal(description, kind.failedTitle);
  const failedText = (error: unknown) =>
    typeof kind.failed === "string" ? kind.failed : kind.failed(error);

  const follow = (response: CheckoutResponse) => {
    const { success, alreadySubscribed, user, error } = response;
    const url = checkoutUrlOf(response);
    if (success && !alreadySubscribed && url !== undefined) {
      try {
        kind.leave(url, () => user && onUser?.(user));
      } catch {
        return fail(kind.redirectFailed);
      }
      setIsLeaving(true);
      return notify(kind.started);
    }
    // The account exists although the checkout failed, so its owner is signed in.
    if (user) onUser?.(user);
    if (alreadySubscribed) {
      onAlreadySubscribed?.();
      return notify({
        title: messages.alreadySubscribed,
        description: messages.alreadySubscribedText,
      });
    }
    if (error !== undefined) return fail(error);
    if (onFailure) return onFailure(undefined);
    return fail(success ? kind.noUrl : failedText(undefined));
  };

  const mutation = useSingleMutation({
    mutationFn: kind.request,
    onSuccess: follow,
    onError: (error) => (onFailure ? onFailure(error) : fail(errorText(error, failedText(error)))),
  });
  return {
    start: (input) => mutation.mutate(input),
    isPending: mutation.isPending || isLeaving,
    error: mutation.error,
    needsAccount: needsAccount(mutation.error),
  };
}

/** Shows why a checkout cannot start. */
export function notifyRefusal(description: string, title: string = messages.checkoutError) {
  notify({ title, description, kind: "error" });
}

function leaveLater(url: string, onLeave: () => void) {
  // If the user were cached before the browser leaves, this page would redirect elsewhere.
  leaveFor(url, 500, onLeave);
}

function openTabAndLeave(url: string, onLeave: () => void) {
  openTab(url);
  leaveLater(url, onLeave);
}

function leaveRepeatedly(url: string) {
  navigation.assign(url);
  // Another navigation can cancel the first attempt.
  for (const ms of [300, 800]) setTimeout(() => navigation.assign(url), ms);
}

function startedToast(title: string): Toast {
  return { title, description: messages.redirectingToPayment, durationMs: 3000 };
}

function productionFailure(error: unknown) {
  return isApiError(error)
    ? messages.statusError(error.status, error.message.replace(/^\d+: /, ""))
    : messages.createFailed;
}
