import type { Register } from "@orbline/proto/http/identity/auth";
import { errorText } from "#/lib/api.ts";
import { notify } from "#/stores/notice-store.ts";
import { useRegister } from "./api.ts";
import { messages } from "./messages.ts";

/** Registers and opens a checkout in one call. The route passes it in from the checkout feature. */
export type CheckoutSignUp = {
  start: (registration: Register) => void;
  isPending: boolean;
};

/** Registers with a checkout when the registration has an email and subscribes, else without one. */
export function useSignUp(checkout: CheckoutSignUp) {
  const register = useRegister();
  return {
    submit: (registration: Register) => {
      if (registration.subscribe && registration.email !== undefined) checkout.start(registration);
      else register.mutate(registration, { onSuccess: announceAccount, onError: announceFailure });
    },
    isPending: register.isPending || checkout.isPending,
  };
}

function announceAccount() {
  notify({ title: messages.accountCreated, description: messages.accountReady });
}

function announceFailure(error: unknown) {
  const title = messages.registrationFailed;
  notify({ title, description: errorText(error, title), kind: "error" });
}
