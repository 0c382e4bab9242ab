import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useEffect, useRef, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { ErrorState, LoadingState } from "#/components/feedback/states.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { isAdmin } from "#/features/auth/session.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { NotFoundPage } from "./routes/not-found.tsx";

// Only admins need it.
const EnrolledAdmin = lazy(async () => ({
  default: (await import("./enrolled-admin.tsx")).EnrolledAdmin,
}));

type ProtectedProps = {
  /** Shown until the user is known. */
  loading?: string;
  children: (user: User) => ReactNode;
};

/** Shows its page to a signed-in user; others go to /auth, keep the query string, and come back once signed in. */
export function Protected({ loading, children }: ProtectedProps) {
  const { data: user, isPending } = useQuery(currentUserQuery);
  // The user may be known before this part of a prerendered page, which shows no user data, is hydrated.
  const isKnown = useHydrated() && !isPending;
  // React splits a deferred render into short tasks.
  const isShown = useDeferredValue(isKnown);
  const { pathname, search } = useLocation();
  // After a sign-out on this page, the next sign-in does not lead back to it.
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (user) wasSignedIn.current = true;
  }, [user]);
  if (!isKnown || !isShown) return <LoadingState text={loading} />;
  if (!user) {
    const isWanted = pathname !== "/" && !wasSignedIn.current;
    const state = isWanted ? { wanted: pathname + search } : null;
    return <Navigate to={{ pathname: "/auth", search }} state={state} replace />;
  }
  return children(user);
}

type AdminOnlyProps = {
  /** Shown to other users; the not-found page by default. */
  denied?: ReactNode;
  children: (admin: User) => ReactNode;
};

/** Shows its page to admins only, and to an admin without two-step sign-in how to turn it on. */
export function AdminOnly({ denied = <NotFoundPage />, children }: AdminOnlyProps) {
  const { data: user, isPending, error, refetch } = useQuery(currentUserQuery);
  const sessionEnded = useSessionStore(({ endedAt }) => endedAt !== undefined);
  if (isPending) return <LoadingState />;
  if (error && !user) return <ErrorState error={error} onRetry={() => void refetch()} isPage />;
  if (!user && sessionEnded) return <Navigate to="/auth" replace />;
  if (!user || !isAdmin(user)) return denied;
  return (
    <Suspense fallback={<LoadingState />}>
      <EnrolledAdmin user={user}>{children}</EnrolledAdmin>
    </Suspense>
  );
}
