import { create } from "zustand";
import { onStored } from "#/lib/stored.ts";

export type ThemeName = "dark" | "light";

const storageKey = "orbline.theme";

// A script of the page sets the class before the first paint.
const current = (): ThemeName =>
  globalThis.document?.documentElement.classList.contains("light") ? "light" : "dark";

// The background of the page in each theme, for the browser's own bars.
const barColors: Record<ThemeName, string> = { dark: "#06080B", light: "#F4F6F8" };

function show(theme: ThemeName) {
  document.documentElement.className = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", barColors[theme]);
}

function remember(theme: ThemeName) {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice is lost on reload.
  }
}

function isChosen(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

type ThemeState = { theme: ThemeName; toggle: () => void };

/** The selected theme. The styles follow the class of the root element. */
export const useThemeStore = create<ThemeState>()((_set, get) => ({
  // Pages are prerendered dark and hydrated dark. The assignment below sets the real theme.
  theme: "dark",
  toggle: () => {
    const theme = get().theme === "dark" ? "light" : "dark";
    use(theme);
    remember(theme);
  },
}));

useThemeStore.setState({ theme: current() });

function use(theme: ThemeName) {
  show(theme);
  useThemeStore.setState({ theme });
}

/** Follows a change in another tab, and the system's theme until the user chooses one. Returns a function that stops both. */
export function followTheme(): () => void {
  const stopTabs = onStored(storageKey, (theme) => {
    if (theme === "dark" || theme === "light") use(theme);
  });
  const light = matchMedia("(prefers-color-scheme: light)");
  const followSystem = () => {
    if (!isChosen()) use(light.matches ? "light" : "dark");
  };
  light.addEventListener("change", followSystem);
  return () => {
    stopTabs();
    light.removeEventListener("change", followSystem);
  };
}
