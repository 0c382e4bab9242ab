import type { ReturnPages } from "../domain/checkout.ts";

const paths: Record<ReturnPages, { success: string; cancel: string }> = {
  subscription: { success: "/subscription/success", cancel: "/subscription/cancel" },
  simplified: { success: "/subscription-success", cancel: "/subscription-canceled" },
};

/** Absolute pages that a checkout returns to; the provider fills in its session id. */
export const returnUrls = (origin: string) => {
  const build = ({ success, cancel }: { success: string; cancel: string }) => ({
    success: `${origin}${success}?session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${origin}${cancel}`,
  });
  return { subscription: build(paths.subscription), simplified: build(paths.simplified) };
};
