import type { EmotionCache } from "@emotion/cache";
import type { QueryClient } from "@tanstack/react-query";
import { StrictMode, useEffect, type ReactNode } from "react";
import { followOtherTabs } from "#/features/auth/other-tabs.ts";
import { App } from "./app.tsx";
import { Providers } from "./providers.tsx";

type RootProps = {
  queryClient: QueryClient;
  styles?: EmotionCache;
  /** Puts the app into the router of the place it is drawn in. */
  router: (app: ReactNode) => ReactNode;
};

/** The one tree that the build draws and the browser takes over. */
export const Root = ({ queryClient, styles, router }: RootProps) => {
  useEffect(() => followOtherTabs(queryClient), [queryClient]);
  return (
    <StrictMode>
      {router(
        <Providers queryClient={queryClient} {...(styles && { styles })}>
          <App />
        </Providers>,
      )}
    </StrictMode>
  );
};
