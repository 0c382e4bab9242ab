import { Search } from "lucide-react";
import { lazy, Suspense, useLayoutEffect } from "react";
import type { Visitor } from "#/components/layout/nav-links.ts";
import { Button } from "#/components/ui/button.tsx";
import { Bell } from "#/features/prediction/notices/bell.tsx";
import { closePalette, openPalette, usePalette } from "#/stores/palette-store.ts";
import { paletteMessages as messages } from "./messages.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

/** Search in the header, also by ⌘K and Ctrl+K, and the bell of a signed-in user. */
export function HeaderTools({ visitor }: { visitor: Visitor }) {
  const { isOpen } = usePalette();
  // A layout effect, because the shortcut has to work from the moment that the button appears.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { metaKey, ctrlKey, altKey, shiftKey, key } = event;
      if (!(metaKey || ctrlKey) || altKey || shiftKey || key.toLowerCase() !== "k") return;
      event.preventDefault();
      openPalette();
    };
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
      closePalette();
    };
  }, []);
  return (
    <>
      {/* Where the bar has no more room, the menu has it. */}
      <Button
        display={{ base: "none", [visitor ? "md" : "lg"]: "inline-flex" }}
        variant="ghost"
        size="icon"
        aria-label={messages.open}
        aria-keyshortcuts="Meta+K Control+K"
        aria-haspopup="dialog"
        title={messages.shortcut}
        onClick={openPalette}
      >
        <Search size={18} aria-hidden />
      </Button>
      {visitor && <Bell />}
      {isOpen && (
        <Suspense>
          <Palette visitor={visitor} onClose={closePalette} />
        </Suspense>
      )}
    </>
  );
}
