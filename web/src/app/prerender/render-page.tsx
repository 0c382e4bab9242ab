import type { EmotionCache } from "@emotion/cache";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { rememberUser } from "#/features/auth/api.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { createStyleCache, Root } from "../providers.tsx";

export { paths } from "../router.tsx";

/** The audience of a prerendered page: browsers without a session cookie, or with one. */
export type Audience = "visitor" | "session";

/** Renders a page as it is before any response of the API. Returns its HTML and its styles. */
export async function renderPage(
  path: string,
  audience: Audience,
): Promise<{ styles: string; html: string }> {
  const styles = createStyleCache();
  const queryClient = createQueryClient({ onUnauthorized: () => undefined });
  if (audience === "visitor") rememberUser(queryClient, null);
  const { prelude } = await prerender(
    <Root
      queryClient={queryClient}
      styles={styles}
      router={(app) => <StaticRouter location={path}>{app}</StaticRouter>}
    />,
    // By default React streams large parts after their fallback and inserts them by a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  queryClient.clear();
  return { styles: styleTags(styles), html };
}

// Emotion reads these tags in the browser and does not insert their styles again: one tag per global style, and one for all others.
function styleTags({ key, inserted }: EmotionCache): string {
  const names: string[] = [];
  let tags = "";
  let css = "";
  for (const [name, rule] of Object.entries(inserted)) {
    if (typeof rule !== "string" || rule === "") continue;
    if (rule.includes(`.${key}-${name}`)) {
      names.push(name);
      css += rule;
    } else tags += styleTag(`${key}-global ${name}`, rule);
  }
  return tags + styleTag(`${key} ${names.join(" ")}`, css);
}

const styleTag = (names: string, css: string) =>
  `<style nonce="__CSP_NONCE__" data-emotion="${names}">${css}</style>`;
