import { Moon, Sun } from "lucide-react";
import { useThemeStore } from "#/stores/theme-store.ts";
import { layoutTexts } from "#/texts/layout.ts";
import { Button } from "#/components/ui/button.tsx";

/** Switches between the two themes. */
export const ThemeToggle = () => {
  const { theme, toggle } = useThemeStore();
  const dark = theme === "dark";
  return (
    <Button
      variant="ghost"
      size="icon"
      onClick={toggle}
      aria-label={dark ? layoutTexts.toLight : layoutTexts.toDark}
    >
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </Button>
  );
};
