import type { EmotionCache } from "@emotion/cache";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { rememberUser } from "#/features/auth/api.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { createStyleCache, Root } from "../providers.tsx";

export { paths } from "../router.tsx";

/** The audience of a prerendered page: browsers without a session cookie, or with one. */
export type Audience = "visitor" | "session";

/** HTML of a page, the tag of its styles, and the tag of the styles that all pages have. */
export type Prerendered = { html: string; styles: string; globalStyles: string };

/** Renders a page as it is before any response of the API. */
export async function renderPage(path: string, audience: Audience): Promise<Prerendered> {
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
  return { html, ...styleTags(styles) };
}

// One tag holds the styles of all pages, one those of this page with their names, which `createStyleCache` reads in the browser.
function styleTags({ key, inserted }: EmotionCache) {
  const names: string[] = [];
  let globalCss = "";
  let css = "";
  for (const [name, rule] of Object.entries(inserted)) {
    if (typeof rule !== "string" || rule === "") continue;
    if (rule.includes(`.${key}-${name}`)) {
      names.push(name);
      css += rule;
    } else globalCss += rule;
  }
  return {
    globalStyles: `<style nonce="__CSP_NONCE__">${globalCss}</style>`,
    styles: `<style nonce="__CSP_NONCE__" data-styles="${names.join(" ")}">${css}</style>`,
  };
}
