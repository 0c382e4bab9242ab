import createCache from "@emotion/cache";
import { broughtStyles } from "#/theme/drawn-styles.ts";

/** The styles of one drawing; in a browser those that the page has brought are known already. */
export const createStyleCache = () => {
  // The server puts a fresh nonce into each page; without it the policy would refuse our styles.
  const meta = globalThis.document?.querySelector('meta[name="csp-nonce"]');
  const nonce = meta?.getAttribute("content");
  const cache = createCache({ key: "ob", ...(nonce ? { nonce } : {}) });
  // Keeps the rules together where the build draws; warnings about selectors unsafe there do not apply.
  cache.compat = true;
  // Not by the library's own mark: it would move the element, and the browser lay the page out anew.
  for (const name of broughtStyles()) cache.inserted[name] = true;
  return cache;
};
