/** The browser's address and all ways to leave the app, in one object that tests can replace. */
export const navigation = {
  assign: (url: string) => window.location.assign(url),
  open: (url: string) => window.open(url, "_blank", "noopener"),
  reload: () => window.location.reload(),
  /** The path and the query of the current page. */
  address: () => window.location.pathname + window.location.search,
};

/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Opens an address in a new tab. Ignores a blocked pop-up. */
export function openTab(url: string) {
  navigation.open(url);
}

/** Leaves the page for another address after a delay. `begun` runs when the browser leaves. */
export function leaveFor(url: string, afterMs: number, begun?: () => void) {
  if (begun) window.addEventListener("pagehide", begun, { once: true });
  setTimeout(() => navigation.assign(url), afterMs);
}

/**
 * Reloads the page when the browser restores it from its back-forward cache, because its buttons may still be
 * busy and its user may have signed out. The page is hidden until then.
 */
export const reloadWhenShownAgain = () =>
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    navigation.reload();
  });

/** The element between header and footer. It gets the focus when there is no better place. */
export const contentOfPage = () => document.querySelector<HTMLElement>("#content");

/** Whether the screen is narrower than a tablet. */
export const isPhone = () => matchMedia("(max-width: 47.99em)").matches;

/** The state of a navigation to the prediction machine whose next step is the risk level. */
export const choosingRisk = "choosing-risk";

/** The page that redirected a visitor to the sign-in page, if any. */
export const wantedPage = (state: unknown): string | undefined =>
  typeof state === "object" &&
  state !== null &&
  "wanted" in state &&
  typeof state.wanted === "string"
    ? state.wanted
    : undefined;
