import type { QueryClient } from "@tanstack/react-query";
import { currentUserQuery, dropUser } from "../api.ts";

const channelName = "orbline.user";

/**
 * Synchronizes the signed-in user between tabs, which share one session: a tab that shows another account would act
 * for the current one. Returns a function that stops it.
 */
export function followOtherTabs(client: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName);
  let notified: string | null | undefined;
  const tell = () => {
    const known = knownUser(client);
    if (known === undefined || known === notified) return;
    notified = known;
    channel.postMessage(known);
  };
  const believe = ({ data }: MessageEvent<unknown>) => {
    const known = knownUser(client);
    if (known === undefined || known === data) return;
    if (data === null) dropUser(client);
    // Refetches everything for the current user and removes the other user's data from the screen.
    else void client.resetQueries();
  };
  channel.addEventListener("message", believe);
  const stop = client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === currentUserQuery.queryKey[0]) tell();
  });
  tell();
  return () => {
    stop();
    channel.close();
  };
}

/** Id of the signed-in user, null for none, undefined while unknown. */
function knownUser(client: QueryClient): string | null | undefined {
  const user = client.getQueryData(currentUserQuery.queryKey);
  return user === null ? null : user?.id;
}
