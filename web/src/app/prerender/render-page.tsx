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
  return { styles: styleTag(styles), html };
}

// Emotion's cache in the browser reads this format and does not insert these styles again.
function styleTag({ key, inserted }: EmotionCache): string {
  const rules = Object.entries(inserted).filter(([, rule]) => typeof rule === "string");
  const names = rules.map(([name]) => name).join(" ");
  const css = rules.map(([, rule]) => rule).join("");
  return `<style nonce="__CSP_NONCE__" data-emotion="${key} ${names}">${css}</style>`;
}
