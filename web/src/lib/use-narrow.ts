import { useSyncExternalStore } from "react";

// There is no window where the build draws pages.
const narrow = globalThis.window?.matchMedia("(max-width: 639.98px)");

const subscribe = (onChange: () => void) => {
  narrow?.addEventListener("change", onChange);
  return () => narrow?.removeEventListener("change", onChange);
};

/** Whether the window is a phone's, for what style sheets cannot tell apart: how a chart is drawn. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => narrow?.matches ?? false,
    () => false,
  );
