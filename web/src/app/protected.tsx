import type { User } from "@orbline/proto/http/identity";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { LoadingState } from "../components/ui/states.tsx";
import { currentUserQuery } from "../features/auth/api.ts";

/** Shows its page to a signed-in user; others go to /auth and keep the query string. */
export const Protected = ({ children }: { children: (user: User) => ReactNode }) => {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { search } = useLocation();
  if (isPending) return <LoadingState />;
  if (!user) return <Navigate to={{ pathname: "/auth", search }} replace />;
  return children(user);
};
