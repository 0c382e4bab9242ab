import type { Login, Register } from "@orbline/proto/http/identity";
import type { User } from "@orbline/proto/http/user";
import { queryOptions, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getJson, isApiError, postJson, postSignOut } from "#/lib/api-client.ts";
import { navigation } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { useSessionStore } from "#/stores/session-store.ts";

const userSchema = async () => (await import("@orbline/proto/http/user")).userSchema;

const tenMinutesMs = 10 * 60_000;

/** The signed-in user; a 401 means nobody is signed in. */
export const currentUserQuery = queryOptions({
  queryKey: ["/api/user"],
  staleTime: tenMinutesMs,
  // A page that follows on a failure tells of it and offers to ask again, instead of waiting once more.
  retryOnMount: false,
  queryFn: async ({ client, signal }): Promise<User | null> => {
    try {
      return await getJson("/api/user", userSchema, signal);
    } catch (error) {
      if (!isApiError(error) || error.status !== 401) throw error;
      dropUser(client);
      return null;
    }
  },
});

/** Forgets what the server answered to whoever was signed in until now. */
const forgetAnswers = (client: QueryClient) =>
  client.removeQueries({
    predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
  });

/** Makes an answer's user the signed-in one without asking the server again; nothing of another's is kept. */
export const rememberUser = (client: QueryClient, user: User | null) => {
  const last = client.getQueryData(currentUserQuery.queryKey);
  client.setQueryData(currentUserQuery.queryKey, user);
  if (last && last.id !== user?.id) forgetAnswers(client);
};

/** Signs in; the caller learns of a failure by the mutation's error. */
export const useLogin = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (login: Login) => postJson("/api/login", login, userSchema),
    onSuccess: (user) => rememberUser(client, user),
  });
};

/** Opens an account without a checkout and is signed in by it. */
export const useRegister = () => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (registration: Register) => postJson("/api/register", registration, userSchema),
    onSuccess: (user) => rememberUser(client, user),
  });
};

const clearUser = (client: QueryClient) => {
  client.setQueryData(currentUserQuery.queryKey, null);
  forgetAnswers(client);
};

/** Forgets the user, whom an answer on its way does not bring back. */
const leave = (client: QueryClient) => {
  clearUser(client);
  void client.cancelQueries({ queryKey: currentUserQuery.queryKey });
};

/** Forgets a user who knows why the session is over; does nothing when nobody is signed in. */
export const forgetUser = (client: QueryClient): void => {
  if (client.getQueryData(currentUserQuery.queryKey)) leave(client);
};

/** Forgets a user whose session the server no longer knows, and keeps where that was. */
export const dropUser = (client: QueryClient): void => {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  useSessionStore.setState({ endedAt: navigation.address() });
  clearUser(client);
};

/** Clears the user at once, tells the server, and counts as done even when that call fails. */
export const logout = async (client: QueryClient) => {
  leave(client);
  await postSignOut("/api/logout").catch(() => undefined);
};
