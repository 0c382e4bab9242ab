/** Every path that the web app answers; any other page is its not-found page with status 404. */
export const pages: readonly string[] = [
  "/",
  "/welcome",
  "/auth",
  "/cancel-account",
  "/logout-test",
  "/history",
  "/admin",
  "/how-it-works",
  "/subscription",
  "/subscription-info",
  "/subscription/success",
  "/subscription/cancel",
  "/subscription-success",
  "/subscription-canceled",
  "/integrated-checkout",
  "/integrated-monthly-checkout",
  "/integrated-annual-checkout",
  "/subscribe",
  "/deployed-subscribe",
  "/production-signup",
  "/space-fix-checkout",
  "/test-checkout",
  "/price-override-test",
  "/price-test",
  "/stripe-diagnostic-pro",
  "/terms",
  "/privacy",
  "/responsible-gaming",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/claim",
  "/waitlist",
  "/waitlist/convert",
  "/account",
  "/predictions/:id",
  "/slate",
  "/record",
];

const known = new Set(pages);
const patterns = pages
  .filter((page) => page.includes(":"))
  .map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, "[^/]+")}$`));

/** Whether the web app has a page here; a trailing slash does not matter. */
export const isPage = (path: string) => {
  const page = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return known.has(page) || patterns.some((pattern) => pattern.test(page));
};
