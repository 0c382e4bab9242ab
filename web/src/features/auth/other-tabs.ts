import type { QueryClient } from "@tanstack/react-query";
import { currentUserQuery, dropUser } from "./api.ts";

const channelName = "orbline.user";

/** The id of who is signed in, null for nobody, undefined while that is not known. */
const knownUser = (client: QueryClient): string | null | undefined => {
  const user = client.getQueryData(currentUserQuery.queryKey);
  return user === null ? null : user?.id;
};

/**
 * Tells the browser's other tabs who is signed in, and believes them: they share one session, and a tab that shows
 * somebody else's account would act for whoever is signed in now. Answers how to stop.
 */
export const followOtherTabs = (client: QueryClient): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  let told: string | null | undefined;
  const tell = () => {
    const known = knownUser(client);
    if (known === undefined || known === told) return;
    told = known;
    channel.postMessage(known);
  };
  const believe = ({ data }: MessageEvent<unknown>) => {
    const known = knownUser(client);
    if (known === undefined || known === data) return;
    if (data === null) dropUser(client);
    // Everything is asked for anew, for the user of now; nothing of the other stays on screen meanwhile.
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
};
