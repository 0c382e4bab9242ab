import type { Register } from "@orbline/proto/http/identity";
import { errorText } from "#/lib/api.ts";
import { notify } from "#/stores/notice-store.ts";
import { useRegister } from "./api.ts";
import { messages } from "./messages.ts";

/** Signing up in one step with a checkout; the app brings it. */
export type CheckoutSignUp = {
  submit: (registration: Register) => void;
  isPending: boolean;
};

const welcome = () =>
  notify({ title: messages.accountCreated, description: messages.accountReady });

const refuse = (error: unknown) =>
  notify({
    title: messages.registrationFailed,
    description: errorText(error, messages.registrationFailed),
    kind: "error",
  });

/** Sends a registration the right way: with an e-mail through the checkout, without one plainly. */
export const useSignUp = (checkout: CheckoutSignUp) => {
  const register = useRegister();
  const submit = (registration: Register) => {
    if (registration.subscribe && registration.email !== undefined)
      return checkout.submit(registration);
    return register.mutate(registration, { onSuccess: welcome, onError: refuse });
  };
  return { submit, isPending: register.isPending || checkout.isPending };
};
