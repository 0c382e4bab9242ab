import { create } from "zustand";

export type ThemeName = "dark" | "light";

const storageKey = "orbline.theme";

// Set before the first paint by the page itself.
const current = (): ThemeName =>
  globalThis.document?.documentElement.classList.contains("light") ? "light" : "dark";

function show(theme: ThemeName) {
  document.documentElement.className = theme;
}

function remember(theme: ThemeName) {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

type ThemeState = { theme: ThemeName; toggle: () => void };

/** The chosen theme; the class on the root element is what the styles follow. */
export const useThemeStore = create<ThemeState>()((set, get) => ({
  // Pages are drawn dark beforehand, and taken over as they were drawn; the line below comes after that.
  theme: "dark",
  toggle: () => {
    const theme = get().theme === "dark" ? "light" : "dark";
    show(theme);
    remember(theme);
    set({ theme });
  },
}));

useThemeStore.setState({ theme: current() });

// Another tab of ours has changed it.
globalThis.addEventListener?.("storage", ({ key, newValue }) => {
  if (key !== storageKey || (newValue !== "dark" && newValue !== "light")) return;
  show(newValue);
  useThemeStore.setState({ theme: newValue });
});
