import type {
  CheckoutLogin,
  Claim,
  ConvertWaitlist,
  ForgotPassword,
  JoinWaitlist,
  ResetPassword,
  VerifyEmail,
} from "@orbline/proto/http/account";
import { useQueryClient } from "@tanstack/react-query";
import { postJson, postOnly } from "#/lib/api-client.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { currentUserQuery, forgetUser, rememberUser } from "./api.ts";

const userSchema = async () => (await import("@orbline/proto/http/user")).userSchema;
const schemas = () => import("@orbline/proto/http/account");

/** Asks for the link to a new password; the answer is the same for every address. */
export const useForgotPassword = () =>
  useSingleMutation({
    mutationFn: (input: ForgotPassword) => postOnly("/api/password/forgot", input),
  });

/** Sets the password of a mailed link's account, which ends all its sessions. */
export const useResetPassword = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: ResetPassword) => postOnly("/api/password/reset", input),
    onSuccess: () => forgetUser(client),
  });
};

/** Gives an account that a checkout opened its first password and is signed in by it. */
export const useClaim = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: Claim) => postJson("/api/claim", input, userSchema),
    onSuccess: (user) => rememberUser(client, user),
  });
};

/** Signs the browser in that has just paid with an e-mail alone; its checkout cookie proves it. */
export const useCheckoutLogin = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: CheckoutLogin) => postJson("/api/checkout-login", input, userSchema),
    onSuccess: (user) => rememberUser(client, user),
  });
};

/** Proves by a mailed link that its address is the account's. */
export const useVerifyEmail = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: VerifyEmail) =>
      postJson("/api/email/verify", input, async () => (await schemas()).verifyEmailResponseSchema),
    onSuccess: () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
};

/** Puts an address on the waitlist; the answer is the same for every address. */
export const useJoinWaitlist = () =>
  useSingleMutation({ mutationFn: (input: JoinWaitlist) => postOnly("/api/waitlist", input) });

/** Opens the account of a waitlist entry and is signed in by it. */
export const useConvertWaitlist = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: ConvertWaitlist) => postJson("/api/convert-waitlist", input, userSchema),
    onSuccess: (user) => rememberUser(client, user),
  });
};
