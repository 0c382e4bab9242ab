import type { QueryClient } from "@tanstack/react-query";
import { rememberUser } from "#/features/auth/api.ts";

/** Whether the gateway served this page to a browser that brought no session. */
const isForVisitor = () =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === "no";

/**
 * Takes over what the gateway knew when it served the page: without a session nobody is signed in, which
 * need not be asked, and the home of a visitor is the sign-in.
 */
export const takeServed = (client: QueryClient): void => {
  if (!isForVisitor()) return;
  rememberUser(client, null);
  const { pathname, search, hash } = window.location;
  if (pathname === "/") window.history.replaceState(null, "", `/auth${search}${hash}`);
};
