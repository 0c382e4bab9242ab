import type { User } from "@orbline/proto/http/identity/user";
import { queryOptions, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call, isApiError, signOut } from "#/lib/api.ts";
import { clearOffline } from "#/lib/offline-data.ts";
import { navigation } from "#/lib/navigation.ts";
import { usePost, useSingleMutation } from "#/lib/use-single-mutation.ts";
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

/**
 * A call whose response is the account that it signs in: a login, a new account, a first password (`claim`), a browser
 * that has just made a guest purchase (`checkout-login`, proved by its checkout cookie), or a waitlist entry.
 */
export function useSignIn<
  Name extends
    `POST /api/${"login" | "register" | "claim" | "checkout-login" | "convert-waitlist"}`,
>(name: Name) {
  return usePost("identity", name, { onSuccess: useRememberUser() });
}

/** Signs in with a passkey, without a password. */
export function useSignInWithPasskey() {
  return useSingleMutation({
    // Loads separately, because every page has this module and few have a login.
    mutationFn: async (_input: undefined) =>
      (await import("#/lib/passkeys/passkeys.ts")).signInWithPasskey(),
    onSuccess: useRememberUser(),
  });
}

/** Sets the password by a mailed link, which ends all sessions of the account. */
export function useResetPassword() {
  const client = useQueryClient();
  return usePost("identity", "POST /api/password/reset", { onSuccess: () => forgetUser(client) });
}

/** Verifies the address of the account by a mailed link. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return usePost("identity", "POST /api/email/verify", {
    onSuccess: () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}

/** Takes the former address back by a mailed link, which ends all sessions of the account. */
export function useUndoEmailChange() {
  const client = useQueryClient();
  return usePost("identity", "POST /api/email/undo", { onSuccess: () => forgetUser(client) });
}

/** Removes two-step sign-in and all passkeys by a mailed link, which ends all sessions of the account. */
export function useUndoSecondFactor() {
  const client = useQueryClient();
  return usePost("identity", "POST /api/second-factor/undo", {
    onSuccess: () => forgetUser(client),
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
  // The session may have ended while the app was closed, on a device that other people use too.
  void clearOffline();
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  useSessionStore.setState({ endedAt: navigation.address() });
  clearUser(client);
}

/** Signs out in the cache at once, then on the server. A failed call counts as signed out. */
export async function logout(client: QueryClient): Promise<void> {
  leave(client);
  await signOut().catch(() => undefined);
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
  void clearOffline();
  client.removeQueries({
    predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
  });
}
