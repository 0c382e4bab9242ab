import { layoutMessages } from "#/shared/messages.ts";
import { useThemeStore } from "#/stores/theme-store.ts";

/** The current theme, how to switch to the other one, and the name of that action. */
export function useTheme() {
  const { theme, toggle } = useThemeStore();
  const dark = theme === "dark";
  return { dark, toggle, label: dark ? layoutMessages.toLight : layoutMessages.toDark };
}
