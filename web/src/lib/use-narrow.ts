import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 639.98px)");

const subscribe = (onChange: () => void) => {
  narrow.addEventListener("change", onChange);
  return () => narrow.removeEventListener("change", onChange);
};

/** Whether the window is a phone's, for what style sheets cannot tell apart: how a chart is drawn. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
