import { useEffect, useRef } from "react";
import { isPhone } from "#/lib/navigation.ts";
import type { PredictionState } from "./use-prediction.ts";

/**
 * On phones the result is below the fold: scrolls to its skeleton when a request starts, and to the result, which gets the
 * focus, when the request ends.
 */
export function useResultFocus({ busy }: Pick<PredictionState, "busy">) {
  const ref = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const result = ref.current;
    if (result === null || busy === wasBusy.current) return;
    wasBusy.current = busy;
    if (!isPhone()) return;
    if (!busy) result.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    result.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }, [busy]);
  return ref;
}
