import type { EmotionCache } from "@emotion/cache";
import type { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { rememberUser } from "#/features/auth/api.ts";
import { recentPredictionsQuery } from "#/features/prediction/api.ts";
import { subscriptionStatusQuery } from "#/features/subscription/api.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { drawnStyles } from "#/theme/drawn-styles.ts";
import { predicted, someone, subscribed } from "./drawn-subscriber.ts";
import { Root } from "./root.tsx";
import { loadPage } from "./router.tsx";
import { createStyleCache } from "./style-cache.ts";

/** For whom a page is drawn: a browser without a session, or one whose user is still to be asked. */
export type Drawn = "visitor" | "session";

const styleTag = ({ inserted }: EmotionCache): string => {
  const rules = Object.entries(inserted).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return drawnStyles(
    rules.map(([name]) => name),
    rules.map(([, rule]) => rule).join(""),
  );
};

const draw = (path: string, queryClient: QueryClient, styles: EmotionCache) => {
  const html = renderToString(
    <Root
      queryClient={queryClient}
      styles={styles}
      router={(app) => <StaticRouter location={path}>{app}</StaticRouter>}
    />,
  );
  queryClient.clear();
  return html;
};

const createClient = () => createQueryClient({ onUnauthorized: () => undefined });

// Whoever comes home with a session is most often a subscriber: the styles of what they see come with the page,
// before and after their predictions are there.
const addSubscriberStyles = (styles: EmotionCache) => {
  for (const history of [undefined, predicted]) {
    const client = createClient();
    rememberUser(client, someone);
    client.setQueryData(subscriptionStatusQuery.queryKey, subscribed);
    if (history) client.setQueryData(recentPredictionsQuery(4).queryKey, history);
    draw("/", client, styles);
  }
};

/** Draws a page as it is before any answer of the server, with the styles it needs and no other. */
export const drawPage = async (
  path: string,
  drawn: Drawn,
): Promise<{ styles: string; html: string }> => {
  await loadPage(path);
  const styles = createStyleCache();
  const client = createClient();
  if (drawn === "visitor") rememberUser(client, null);
  const html = draw(path, client, styles);
  if (drawn === "session" && path === "/") addSubscriberStyles(styles);
  return { styles: styleTag(styles), html };
};
