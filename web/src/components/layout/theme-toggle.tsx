import { Moon, Sun } from "lucide-react";
import { useThemeStore } from "#/stores/theme-store.ts";
import { Button } from "#/components/ui/button.tsx";
import { layoutMessages } from "#/shared/messages.ts";

/** Switches between the two themes. */
export const ThemeToggle = () => {
  const { theme, toggle } = useThemeStore();
  const dark = theme === "dark";
  return (
    <Button
      variant="ghost"
      size="icon"
      onClick={toggle}
      aria-label={dark ? layoutMessages.toLight : layoutMessages.toDark}
    >
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </Button>
  );
};
