import { useQueryClient } from "@tanstack/react-query";
import { rememberUser } from "#/features/auth/api.ts";
import { useProductionCheckout } from "#/features/checkout/use-email-checkout.ts";
import { useSignUpCheckout } from "#/features/checkout/use-sign-up-checkout.ts";

/** Signing up with a checkout, which makes the new account the signed-in one. */
export const useCheckoutSignUp = (kind: "register" | "quick" | "integrated") => {
  const client = useQueryClient();
  return useSignUpCheckout({ kind, onUser: (user) => rememberUser(client, user) });
};

/** The production checkout button, whose account, if it opens one, is the signed-in one. */
export const useProductionSignUp = () => {
  const client = useQueryClient();
  return useProductionCheckout({ onUser: (user) => rememberUser(client, user) });
};
