import { AppError } from "@orbline/kit/errors";
import type { ReturnPages } from "../domain/checkout.ts";

type Pages = { success: string; cancel: string };

const paths: Record<ReturnPages, Pages> = {
  subscription: { success: "/subscription/success", cancel: "/subscription/cancel" },
  simplified: { success: "/subscription-success", cancel: "/subscription-canceled" },
};

/** Absolute pages that a checkout returns to; the provider fills in its session id. */
export const returnUrls = (origin: string): Record<ReturnPages, Pages> => {
  const build = ({ success, cancel }: Pages) => ({
    success: `${origin}${success}?session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${origin}${cancel}`,
  });
  return { subscription: build(paths.subscription), simplified: build(paths.simplified) };
};

const checkPage = (field: string, sent: string, origin: string, allowed: string[]) => {
  const url = URL.parse(sent);
  if (url?.origin === origin && !url.username && allowed.includes(url.pathname)) return;
  const message = `${field} must be a return page of this site.`;
  const issues = [{ path: field, message }];
  throw new AppError("invalid", "return-url.invalid", message, { issues });
};

/**
 * Checks the return pages that a body names against our own; they are never used as sent.
 * @throws invalid for another site or page
 */
export const checkReturnUrls = (
  origin: string,
  {
    success_url: success,
    cancel_url: cancel,
  }: { success_url?: string | undefined; cancel_url?: string | undefined },
): void => {
  const pages = Object.values(paths);
  if (success)
    checkPage(
      "success_url",
      success,
      origin,
      pages.map((page) => page.success),
    );
  if (cancel)
    checkPage(
      "cancel_url",
      cancel,
      origin,
      pages.map((page) => page.cancel),
    );
};
