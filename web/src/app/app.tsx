import { Box } from "@chakra-ui/react/box";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { PageFrame } from "#/components/layout/page-frame.tsx";
import { LoadingState } from "#/components/feedback/states.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { showAs } from "#/lib/display.ts";
import { dismissFailure } from "#/stores/toast-store.ts";
import { rememberSignIn, useSessionStore } from "#/stores/session-store.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { AppRoutes } from "./router.tsx";
import { toVisitor, useLogout } from "#/features/auth/session.ts";

const PlanNotice = lazy(async () => ({
  default: (await import("#/features/subscription/plan-notice-link.tsx")).PlanNoticeLink,
}));

const HeaderTools = lazy(async () => ({
  default: (await import("./palette/header-tools.tsx")).HeaderTools,
}));

const toolsWidth = { base: "44px", md: "88px" };
const searchWidth = { lg: "44px" };

// If the user query fails, treat the user as signed out and retry on the next navigation. A redirect does not
// count: its page shows the failure.
function useRetryOnNavigation(failed: boolean, retry: () => Promise<unknown>) {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const retriedAt = useRef(pathname);
  useEffect(() => {
    if (retriedAt.current === pathname) return;
    retriedAt.current = pathname;
    if (failed && kind !== NavigationType.Replace) void retry();
  }, [pathname, kind, failed, retry]);
}

// A failure concerns the page that it happened on. After a redirect it explains the redirect.
function useDismissFailures() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const shownOn = useRef(pathname);
  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    if (kind !== NavigationType.Replace) dismissFailure();
  }, [pathname, kind]);
}

/** Delay of the offline setup, so that it does not compete with the requests of the first page. */
const offlineDelayMs = 5_000;

/** Prepares the build for use without a network, once there is a user who has something to read. */
function useOffline(userId: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (!import.meta.env.PROD || userId === undefined) return;
    const timer = setTimeout(() => {
      import("./offline.ts")
        .then(({ enableOffline }) => enableOffline(userId, client))
        .catch(() => undefined);
    }, offlineDelayMs);
    return () => clearTimeout(timer);
  }, [userId, client]);
}

/** The whole app: the frame with the signed-in user, and the page of the address inside it. */
export function App() {
  const { data: user, isPending, isLoadingError, refetch } = useQuery(currentUserQuery);
  useRetryOnNavigation(isLoadingError, refetch);
  // React splits a deferred render into short tasks.
  const isShown = useDeferredValue(!isPending);
  const visitor = useMemo(() => toVisitor(user, isPending || !isShown), [user, isPending, isShown]);
  const notice = useMemo(
    () =>
      visitor !== undefined && (
        <>
          {user && (
            <Suspense>
              <PlanNotice user={user} />
            </Suspense>
          )}
          <Suspense fallback={<Box width={user ? toolsWidth : searchWidth} flex="none" />}>
            <HeaderTools visitor={visitor} />
          </Suspense>
        </>
      ),
    [user, visitor],
  );
  useEffect(() => {
    if (user !== undefined) showAs(user?.preferences);
    if (user) rememberSignIn();
  }, [user]);
  useDismissFailures();
  useOffline(user?.id);
  const onLogout = useLogout();
  const { pathname } = useLocation();
  useEffect(() => {
    // On any page but the sign-in page, the user has already returned after the end of a session.
    if (user && pathname !== "/auth")
      useSessionStore.setState({ endedAt: undefined, hasDeletedAccount: false });
  }, [user, pathname]);
  return (
    <PageFrame visitor={visitor} notice={notice} onLogout={onLogout}>
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<LoadingState />}>
          <AppRoutes />
        </Suspense>
      </ErrorBoundary>
    </PageFrame>
  );
}
