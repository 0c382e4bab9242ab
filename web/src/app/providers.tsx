import type { EmotionCache } from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ChakraProvider } from "@chakra-ui/react/styled-system";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LazyToastRegion } from "#/components/feedback/lazy-toast-region.tsx";
import { getSystem } from "#/theme/system.ts";
import { createStyleCache } from "./style-cache.ts";

const pageStyles = createStyleCache();

type ProvidersProps = { queryClient: QueryClient; styles?: EmotionCache; children: ReactNode };

/** Everything a page expects around it: styles, theme, server data, notices. */
export const Providers = ({ queryClient, styles = pageStyles, children }: ProvidersProps) => (
  <CacheProvider value={styles}>
    <ChakraProvider value={getSystem()}>
      <QueryClientProvider client={queryClient}>
        {children}
        <LazyToastRegion />
      </QueryClientProvider>
    </ChakraProvider>
  </CacheProvider>
);
