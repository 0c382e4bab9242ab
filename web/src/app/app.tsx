import { useQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { PageFrame } from "#/components/layout/page-frame.tsx";
import { LoadingState } from "#/components/feedback/states.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { AppRoutes } from "./router.tsx";
import { useLogout } from "#/features/auth/use-logout.ts";
import { toVisitor } from "#/features/auth/visitor.ts";

// Whoever could not be asked for is taken for a visitor; the next page that is gone to asks anew. Who is sent
// on instead of the page they wanted is told of the failure there.
const useAskAgain = (failed: boolean, ask: () => Promise<unknown>) => {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const asked = useRef(pathname);
  useEffect(() => {
    if (asked.current === pathname) return;
    asked.current = pathname;
    if (failed && kind !== NavigationType.Replace) void ask();
  }, [pathname, kind, failed, ask]);
};

/** The whole app: the frame with whoever is signed in, and the page of the address inside it. */
export const App = () => {
  const { data: user, isPending, isLoadingError, refetch } = useQuery(currentUserQuery);
  useAskAgain(isLoadingError, refetch);
  // Whoever it is comes with their page, in slices between which the browser answers.
  const isDue = useDeferredValue(!isPending);
  const visitor = useMemo(() => toVisitor(user, isPending || !isDue), [user, isPending, isDue]);
  const onLogout = useLogout();
  const { pathname } = useLocation();
  useEffect(() => {
    // Whoever is signed in and past the sign-in screen is back from where a session ended.
    if (user && pathname !== "/auth") useSessionStore.setState({ endedAt: undefined });
  }, [user, pathname]);
  return (
    <PageFrame visitor={visitor} onLogout={onLogout}>
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<LoadingState />}>
          <AppRoutes />
        </Suspense>
      </ErrorBoundary>
    </PageFrame>
  );
};
