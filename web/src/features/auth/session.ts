import { accountName } from "@orbline/proto/constants/usernames";
import type { User } from "@orbline/proto/http/identity/user";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import type { Visitor } from "#/components/layout/nav-links.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { notify } from "#/stores/toast-store.ts";
import { currentUserQuery, dropUser, logout } from "./api.ts";

/** Whether a user gets the admin links and the dashboard. */
export function isAdmin(user: User) {
  return (
    user.username.startsWith("admin_") || user.role === "admin" || user.subscriptionTier === "admin"
  );
}

/** The user for the page frame; undefined while the query runs. */
export function toVisitor(user: User | null | undefined, pending: boolean): Visitor {
  if (pending) return undefined;
  if (!user) return null;
  return { name: accountName(user), isAdmin: isAdmin(user) };
}

const leaveAfterMs = 100;

/** Signs out at once. The browser goes to /auth a moment later. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    void logout(client);
    notify({ title: layoutMessages.loggedOut });
    setTimeout(() => {
      // A user who has signed in again by then stays on the page.
      if (!client.getQueryData(currentUserQuery.queryKey)) void navigate("/auth");
    }, leaveAfterMs);
  }, [client, navigate]);
}

const channelName = "orbline.user";

/**
 * Synchronizes the signed-in user between tabs, which share one session: a tab that shows another account would act
 * for the current one. Returns a function that stops it.
 */
export function followOtherTabs(client: QueryClient): () => void {
  const channel = openChannel();
  if (!channel) return () => undefined;
  let sent: string | null | undefined;
  const send = () => {
    const id = userIdOf(client);
    if (id === undefined || id === sent) return;
    sent = id;
    channel.postMessage(id);
  };
  const receive = ({ data }: MessageEvent<unknown>) => {
    const id = userIdOf(client);
    if (id === undefined || id === data) return;
    if (data === null) dropUser(client);
    // Refetches everything for the current user and removes the other user's data from the screen.
    else void client.resetQueries();
  };
  channel.addEventListener("message", receive);
  const stop = client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === currentUserQuery.queryKey[0]) send();
  });
  send();
  return () => {
    stop();
    channel.close();
  };
}

/** Undefined where the browser refuses the channel, as Firefox does when it blocks the site's data. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}

/** Id of the signed-in user, null for none, undefined while unknown. */
function userIdOf(client: QueryClient): string | null | undefined {
  const user = client.getQueryData(currentUserQuery.queryKey);
  return user === null ? null : user?.id;
}
