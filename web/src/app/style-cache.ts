import createCache from "@emotion/cache";

const mark = "data-drawn";

// There is no document where the build draws.
const find = (selector: string) => globalThis.document?.querySelector<HTMLElement>(selector);

/** The styles of a page that the build has drawn: its own and those of every page, all by name. */
export const drawnStyles = (names: readonly string[], rules: string) =>
  `<style nonce="__CSP_NONCE__" ${mark}="${names.join(" ")}">${rules}</style>`;

/** Whether the page on screen brought its styles, and with them those of every page. */
export const bringsStyles = (): boolean => Boolean(find(`style[${mark}]`));

/** The styles of one drawing; in a browser those that the page has brought are known already. */
export const createStyleCache = () => {
  // The server puts a fresh nonce into each page; without it the policy would refuse our styles.
  const nonce = find('meta[name="csp-nonce"]')?.getAttribute("content");
  const cache = createCache({ key: "ob", ...(nonce ? { nonce } : {}) });
  // Keeps the rules together where the build draws; warnings about selectors unsafe there do not apply.
  cache.compat = true;
  // Not by the library's own mark: it would move the element, and the browser lay the page out anew.
  const known = find(`style[${mark}]`)?.getAttribute(mark)?.split(" ") ?? [];
  for (const name of known) cache.inserted[name] = true;
  return cache;
};
