import { useQueryClient } from "@tanstack/react-query";
import { rememberUser } from "../features/auth/api.ts";
import { useSignUpCheckout } from "../features/checkout/use-sign-up-checkout.ts";

/** Signing up with a checkout, which makes the new account the signed-in one. */
export const useCheckoutSignUp = () => {
  const client = useQueryClient();
  return useSignUpCheckout({ onUser: (user) => rememberUser(client, user) });
};
