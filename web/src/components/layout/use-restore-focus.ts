import { useEffect } from "react";
import { contentOfPage } from "#/lib/navigation.ts";

/**
 * Keeps the keyboard where it was: a button that was disabled while it worked has the focus again afterwards,
 * and where what had the focus is gone, the page's content has it instead of nothing.
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
    // What its user has left is still there and can be used; some browsers tell of a removal before it is done.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && last?.isConnected && !last.matches(":disabled")) last = undefined;
      });
    const mend = () => {
      wasDisabled ||= last?.matches(":disabled") ?? false;
      if (!last || document.activeElement !== document.body) return;
      if (last.isConnected) {
        if (wasDisabled && !last.matches(":disabled")) last.focus({ preventScroll: true });
        // A dialog gives the focus back by itself.
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
