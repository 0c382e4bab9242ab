import type { User } from "@orbline/proto/http/user";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { LoadingState } from "#/components/feedback/states.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { useHydrating } from "#/lib/use-hydrated.ts";

/** Where a visitor wanted to go who was sent to the sign-in screen instead; undefined for who came there by wish. */
export const wantedPage = (state: unknown): string | undefined =>
  typeof state === "object" &&
  state !== null &&
  "wanted" in state &&
  typeof state.wanted === "string"
    ? state.wanted
    : undefined;

/** Shows its page to a signed-in user; others go to /auth, keep the query string, and come back once signed in. */
export const Protected = ({ children }: { children: (user: User) => ReactNode }) => {
  const { data: user, isPending } = useQuery(currentUserQuery);
  // A page is drawn for nobody known, and an early answer may be there before React has come to this part of it.
  const hydrating = useHydrating();
  const isKnown = !isPending && !hydrating;
  // A page is much to draw; between its slices the browser answers.
  const isDue = useDeferredValue(isKnown);
  const { pathname, search } = useLocation();
  // Who signs out here does not want to come back.
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (user) wasSignedIn.current = true;
  }, [user]);
  if (!isKnown || !isDue) return <LoadingState />;
  if (!user) {
    const isWanted = pathname !== "/" && !wasSignedIn.current;
    const state = isWanted ? { wanted: pathname + search } : null;
    return <Navigate to={{ pathname: "/auth", search }} state={state} replace />;
  }
  return children(user);
};
