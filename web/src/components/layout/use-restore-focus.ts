import { useEffect } from "react";
import { contentOfPage } from "#/lib/navigation.ts";

/**
 * Restores the focus: to a button that was disabled while its request ran, and to the page's content if the
 * focused element was removed.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    let isOfDialog = false;
    let wasDisabled = false;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : undefined;
      isOfDialog = last?.closest("[role=dialog], [role=alertdialog]") !== null;
      wasDisabled = false;
    };
    // The user left this element only if it is still usable: some browsers report a removal before it happens.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && last?.isConnected && !last.matches(":disabled")) last = undefined;
      });
    const mend = () => {
      wasDisabled ||= last?.matches(":disabled") ?? false;
      if (!last || document.activeElement !== document.body) return;
      if (last.isConnected) {
        if (wasDisabled && !last.matches(":disabled")) last.focus({ preventScroll: true });
        // A dialog restores the focus by itself.
      } else if (!isOfDialog) contentOfPage()?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(mend);
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["disabled"],
    });
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", forget);
    return () => {
      changes.disconnect();
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", forget);
    };
  }, []);
}
