const mark = "data-drawn";

// There is no document where the build draws.
const find = () => globalThis.document?.querySelector<HTMLElement>(`style[${mark}]`);

/** The styles of a page that the build has drawn: its own and those of every page, all by name. */
export const drawnStyles = (names: readonly string[], rules: string) =>
  `<style nonce="__CSP_NONCE__" ${mark}="${names.join(" ")}">${rules}</style>`;

/** Whether the page on screen brought its styles, and with them the theme's values and rules. */
export const bringsStyles = (): boolean => Boolean(find());

/** Names of the styles that the page on screen brought. */
export const broughtStyles = (): string[] => find()?.getAttribute(mark)?.split(" ") ?? [];
