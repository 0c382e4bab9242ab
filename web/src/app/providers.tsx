import { ChakraProvider } from "@chakra-ui/react/styled-system";
import createCache, { type EmotionCache } from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { StrictMode, useEffect, type ReactNode } from "react";
import { LazyToastRegion } from "#/components/feedback/lazy-toast-region.tsx";
import { followOtherTabs } from "#/features/auth/session.ts";
import { followDisplay } from "#/lib/display.ts";
import { followTheme } from "#/stores/theme-store.ts";
import { system } from "#/theme/system.ts";
import { App } from "./app.tsx";

type ProvidersProps = {
  queryClient: QueryClient;
  styles?: EmotionCache | undefined;
  children: ReactNode;
};

/** The context of every page: styles, theme, query cache, toasts. */
export function Providers({ queryClient, styles = pageStyles, children }: ProvidersProps) {
  useEffect(followTheme, []);
  useEffect(followDisplay, []);
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={queryClient}>
          {children}
          <LazyToastRegion />
        </QueryClientProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}

/** Creates the Emotion cache of one render. */
export function createStyleCache(): EmotionCache {
  // The gateway puts a new nonce into each page. The content security policy refuses styles without it.
  const meta = globalThis.document?.querySelector('meta[name="csp-nonce"]');
  const nonce = meta?.getAttribute("content") ?? undefined;
  // `speedy: false` makes a style sheet of each rule. Chromium lays out the whole page when a rule in a layer is added to a sheet.
  const cache = createCache({ key: "ob", speedy: false, ...(nonce !== undefined && { nonce }) });
  // In the build, rules stay in the cache, so Emotion's warnings about unsafe selectors do not apply.
  cache.compat = true;
  // Emotion would move a tag of its own, and the browser would compute the styles of the whole page again.
  const prerendered = globalThis.document?.querySelector<HTMLElement>("style[data-styles]");
  for (const name of prerendered?.dataset["styles"]?.split(" ") ?? []) cache.inserted[name] = true;
  return cache;
}

const pageStyles = createStyleCache();

type RootProps = {
  queryClient: QueryClient;
  styles?: EmotionCache | undefined;
  /** Wraps the app in the router of the browser or of the build. */
  router: (app: ReactNode) => ReactNode;
};

/** The tree that the build prerenders and the browser hydrates. */
export function Root({ queryClient, styles, router }: RootProps) {
  useEffect(() => followOtherTabs(queryClient), [queryClient]);
  return (
    <StrictMode>
      {router(
        <Providers queryClient={queryClient} styles={styles}>
          <App />
        </Providers>,
      )}
    </StrictMode>
  );
}
