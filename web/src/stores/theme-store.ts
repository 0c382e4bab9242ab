import { create } from "zustand";

export type ThemeName = "dark" | "light";

const storageKey = "orbline.theme";

const current = (): ThemeName =>
  document.documentElement.classList.contains("light") ? "light" : "dark";

const remember = (theme: ThemeName) => {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
};

type ThemeState = { theme: ThemeName; toggle: () => void };

/** The chosen theme; the class on the root element is what the styles follow. */
export const useThemeStore = create<ThemeState>()((set, get) => ({
  theme: current(),
  toggle: () => {
    const theme = get().theme === "dark" ? "light" : "dark";
    document.documentElement.className = theme;
    remember(theme);
    set({ theme });
  },
}));
