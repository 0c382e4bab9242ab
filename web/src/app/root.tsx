import type { EmotionCache } from "@emotion/cache";
import type { QueryClient } from "@tanstack/react-query";
import { StrictMode, useEffect, type ReactNode } from "react";
import { followOtherTabs } from "#/features/auth/session.ts";
import { App } from "./app.tsx";
import { Providers } from "./providers.tsx";

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
