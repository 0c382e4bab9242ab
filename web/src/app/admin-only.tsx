import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { ErrorState, LoadingState } from "#/components/feedback/states.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { NotFoundPage } from "./routes/not-found.tsx";
import { isAdmin } from "#/features/auth/session.ts";

type AdminOnlyProps = {
  /** What others see; by default that there is no such page. */
  denied?: ReactNode;
  children: (admin: User) => ReactNode;
};

/** Shows its page to admins only. */
export const AdminOnly = ({ denied = <NotFoundPage />, children }: AdminOnlyProps) => {
  const { data: user, isPending, error, refetch } = useQuery(currentUserQuery);
  const sessionEnded = useSessionStore(({ endedAt }) => endedAt !== undefined);
  if (isPending) return <LoadingState />;
  if (error && !user) return <ErrorState error={error} onRetry={() => void refetch()} isPage />;
  if (!user && sessionEnded) return <Navigate to="/auth" replace />;
  return user && isAdmin(user) ? children(user) : denied;
};
