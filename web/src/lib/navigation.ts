/** The browser's address and the ways out of the app, in one place. */
export const navigation = {
  assign: (url: string) => window.location.assign(url),
  open: (url: string) => window.open(url, "_blank", "noopener"),
  reload: () => window.location.reload(),
  /** The path and the query of the page on screen. */
  address: () => window.location.pathname + window.location.search,
};

/** Hands a text to the browser as a file to keep. */
export const saveFile = (name: string, text: string, type: string) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** Opens a tab; a blocked pop-up is no error. */
export const openTab = (url: string) => {
  navigation.open(url);
};

/** Sends this page to another address after a delay; `begun` runs when the page is being left. */
export const leaveFor = (url: string, afterMs: number, begun?: () => void) => {
  if (begun) window.addEventListener("pagehide", begun, { once: true });
  setTimeout(() => navigation.assign(url), afterMs);
};

/**
 * Loads the page anew when the browser shows it again as it was left: its buttons would still lead away,
 * and whoever it is of may have signed out since, so that nothing of it is shown meanwhile.
 */
export const reloadWhenShownAgain = () =>
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    navigation.reload();
  });
