import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ChakraProvider } from "@chakra-ui/react/styled-system";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LazyToastRegion } from "../components/ui/lazy-toast-region.tsx";
import { system } from "../theme/system.ts";

// The server puts a fresh nonce into each page; without it the policy would refuse our styles.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const styleCache = createCache({ key: "ob", ...(nonce ? { nonce } : {}) });

// Nothing is drawn on a server, so warnings about selectors that are unsafe there do not apply.
styleCache.compat = true;

type ProvidersProps = { queryClient: QueryClient; children: ReactNode };

/** Everything a page expects around it: styles, theme, server data, notices. */
export const Providers = ({ queryClient, children }: ProvidersProps) => (
  <CacheProvider value={styleCache}>
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        {children}
        <LazyToastRegion />
      </QueryClientProvider>
    </ChakraProvider>
  </CacheProvider>
);
