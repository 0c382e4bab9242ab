import type { EmotionCache } from "@emotion/cache";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { rememberUser } from "#/features/auth/api.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { createStyleCache, Root } from "../providers.tsx";

export { paths } from "../router.tsx";

/** Whom a page is prerendered for: a browser without a session cookie, or one whose user is not known yet. */
export type Audience = "visitor" | "session";

/** Renders a page as it is before any response of the API, with the styles it needs. */
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
    // By default React sends large parts after their fallback, put in place by a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  queryClient.clear();
  return { styles: styleTag(styles), html };
}

// The format from which Emotion's cache in the browser learns the styles that it need not insert again.
function styleTag({ key, inserted }: EmotionCache): string {
  const rules = Object.entries(inserted).filter(([, rule]) => typeof rule === "string");
  const names = rules.map(([name]) => name).join(" ");
  const css = rules.map(([, rule]) => rule).join("");
  return `<style nonce="__CSP_NONCE__" data-emotion="${key} ${names}">${css}</style>`;
}
