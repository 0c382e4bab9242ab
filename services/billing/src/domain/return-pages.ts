import { AppError } from "@orbline/kit/errors";
import type { ReturnPages } from "./checkout.ts";

type Pages = { success: string; cancel: string };

const paths: Record<ReturnPages, Pages> = {
  subscription: { success: "/subscription/success", cancel: "/subscription/cancel" },
  simplified: { success: "/subscription-success", cancel: "/subscription-canceled" },
};

/** Absolute URLs to which a checkout returns; the provider inserts its session id. */
export function returnUrls(origin: string): Record<ReturnPages, Pages> {
  const build = ({ success, cancel }: Pages) => ({
    success: `${origin}${success}?session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${origin}${cancel}`,
  });
  return { subscription: build(paths.subscription), simplified: build(paths.simplified) };
}

/**
 * Checks the return pages of a request body against our own pages, and never uses the sent ones.
 * @throws invalid for another site or page
 */
export function checkReturnUrls(
  origin: string,
  sent: { success_url?: string | undefined; cancel_url?: string | undefined },
): void {
  for (const page of ["success", "cancel"] as const) {
    const field = `${page}_url` as const;
    if (!sent[field]) continue;
    const url = URL.parse(sent[field]);
    const allowed = Object.values(paths).map((pages) => pages[page]);
    if (url?.origin === origin && !url.username && allowed.includes(url.pathname)) continue;
    const message = `${field} must be a return page of this site.`;
    const issues = [{ path: field, message }];
    throw new AppError("invalid", "return-url.invalid", message, { issues });
  }
}
