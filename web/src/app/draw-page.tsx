import type { EmotionCache } from "@emotion/cache";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing";
import type { User } from "@orbline/proto/http/identity";
import type { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { rememberUser } from "../features/auth/api.ts";
import { subscriptionStatusQuery } from "../features/subscription/api.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Root } from "./root.tsx";
import { loadPage } from "./router.tsx";
import { createStyleCache, drawnStyles } from "./style-cache.ts";

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

const someone: User = {
  id: "",
  username: "",
  email: null,
  emailVerified: true,
  hasPassword: true,
  phone: null,
  role: "user",
  subscriptionTier: "premium",
  subscriptionStatus: "active",
  subscriptionEndDate: null,
  createdAt: "2026-01-01T00:00:00Z",
};

const subscribed: SubscriptionStatusResponse = {
  status: "active",
  tier: "premium",
  plan: "monthly",
  periodEnd: null,
  accessUntil: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
};

// Whoever comes home with a session is most often a subscriber: the styles of what they see come with the page.
const addSubscriberStyles = (styles: EmotionCache) => {
  const client = createClient();
  rememberUser(client, someone);
  client.setQueryData(subscriptionStatusQuery.queryKey, subscribed);
  draw("/", client, styles);
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
