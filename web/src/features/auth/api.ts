import type {
  CheckoutLogin,
  Claim,
  ConvertWaitlist,
  ForgotPassword,
  JoinWaitlist,
  ResetPassword,
  VerifyEmail,
} from "@orbline/proto/http/identity/account";
import type { Login, Register } from "@orbline/proto/http/identity/auth";
import type { User } from "@orbline/proto/http/identity/user";
import { queryOptions, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call, isApiError, signOut } from "#/lib/api.ts";
import { navigation } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { useSessionStore } from "#/stores/session-store.ts";

const tenMinutesMs = 10 * 60_000;

/** The signed-in user, or null when the server answers 401. */
export const currentUserQuery = queryOptions({
  queryKey: ["/api/user"],
  staleTime: tenMinutesMs,
  // After a failure the page shows it with a retry button instead of loading once more on its own.
  retryOnMount: false,
  queryFn: async ({ client, signal }): Promise<User | null> => {
    try {
      return await call("identity", "GET /api/user", { signal });
    } catch (error) {
      if (!isApiError(error) || error.status !== 401) throw error;
      dropUser(client);
      return null;
    }
  },
});

/** Signs in. */
export function useLogin() {
  return useSigningIn((login: Login) => call("identity", "POST /api/login", { body: login }));
}

/** Opens an account without a checkout, which signs it in. */
export function useRegister() {
  return useSigningIn((input: Register) => call("identity", "POST /api/register", { body: input }));
}

/** Sets the first password of an account that a checkout opened, which signs it in. */
export function useClaim() {
  return useSigningIn((input: Claim) => call("identity", "POST /api/claim", { body: input }));
}

/** Signs in the browser that has just paid with an email alone; its checkout cookie proves it. */
export function useCheckoutLogin() {
  return useSigningIn((input: CheckoutLogin) =>
    call("identity", "POST /api/checkout-login", { body: input }),
  );
}

/** Opens the account of a waitlist entry, which signs it in. */
export function useConvertWaitlist() {
  return useSigningIn((input: ConvertWaitlist) =>
    call("identity", "POST /api/convert-waitlist", { body: input }),
  );
}

/** Puts an address on the waitlist. The response is the same for every address. */
export function useJoinWaitlist() {
  return useSingleMutation({
    mutationFn: (input: JoinWaitlist) => call("identity", "POST /api/waitlist", { body: input }),
  });
}

/** Mails the link to a new password. The response is the same for every address. */
export function useForgotPassword() {
  return useSingleMutation({
    mutationFn: (input: ForgotPassword) =>
      call("identity", "POST /api/password/forgot", { body: input }),
  });
}

/** Sets the password by a mailed link, which ends all sessions of the account. */
export function useResetPassword() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: ResetPassword) =>
      call("identity", "POST /api/password/reset", { body: input }),
    onSuccess: () => forgetUser(client),
  });
}

/** Verifies the address of the account by a mailed link. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (input: VerifyEmail) => call("identity", "POST /api/email/verify", { body: input }),
    onSuccess: () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}

/** Makes the user of a response the signed-in one. Cached data of another user is removed. */
export function rememberUser(client: QueryClient, user: User | null): void {
  const last = client.getQueryData(currentUserQuery.queryKey);
  client.setQueryData(currentUserQuery.queryKey, user);
  if (last && last.id !== user?.id) removeUserData(client);
}

/** Makes the user of a response the signed-in one. */
export function useRememberUser() {
  const client = useQueryClient();
  return (user: User) => rememberUser(client, user);
}

/** Signs out in the cache when the user knows why the session is over. */
export function forgetUser(client: QueryClient): void {
  if (client.getQueryData(currentUserQuery.queryKey)) leave(client);
}

/** Signs out in the cache when the server no longer knows the session, and keeps the address to return to. */
export function dropUser(client: QueryClient): void {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  useSessionStore.setState({ endedAt: navigation.address() });
  clearUser(client);
}

/** Signs out in the cache at once, then on the server. A failed call counts as signed out. */
export async function logout(client: QueryClient): Promise<void> {
  leave(client);
  await signOut().catch(() => undefined);
}

function useSigningIn<Input>(signIn: (input: Input) => Promise<User>) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: signIn,
    onSuccess: (user) => rememberUser(client, user),
  });
}

/** Clears the user and cancels a running user query, whose response would bring the user back. */
function leave(client: QueryClient) {
  clearUser(client);
  void client.cancelQueries({ queryKey: currentUserQuery.queryKey });
}

function clearUser(client: QueryClient) {
  client.setQueryData(currentUserQuery.queryKey, null);
  removeUserData(client);
}

function removeUserData(client: QueryClient) {
  client.removeQueries({
    predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
  });
}
