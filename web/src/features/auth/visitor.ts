import type { User } from "@orbline/proto/http/user";
import type { Visitor } from "#/components/layout/nav-links.ts";

/** Whether a user gets the admin links and the dashboard. */
export const isAdmin = (user: User) =>
  user.username.startsWith("admin_") || user.role === "admin" || user.subscriptionTier === "admin";

/** The user as the frame sees it; undefined while that is still being asked. */
export const toVisitor = (user: User | null | undefined, pending: boolean): Visitor => {
  if (pending) return undefined;
  return user ? { username: user.username, isAdmin: isAdmin(user) } : null;
};
