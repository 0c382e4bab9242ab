import type { User } from "@orbline/proto/http/identity";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadingState } from "../components/ui/states.tsx";
import { currentUserQuery } from "../features/auth/api.ts";
import { NotFoundPage } from "./routes/not-found.tsx";
import { isAdmin } from "./visitor.ts";

/** Shows its page to admins; for anybody else there is no such page. */
export const AdminOnly = ({ children }: { children: (admin: User) => ReactNode }) => {
  const { data: user, isPending } = useQuery(currentUserQuery);
  if (isPending) return <LoadingState />;
  return user && isAdmin(user) ? children(user) : <NotFoundPage />;
};
