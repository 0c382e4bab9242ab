import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { choosingRisk, isPhone } from "#/lib/navigation.ts";

/**
 * After a click on a game's prediction the risk level is the next choice: focuses it, and on phones scrolls to it, so that
 * the button below is on the screen too. A reload and the way back leave the page as it is.
 */
export function useRiskFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const { key, state } = useLocation();
  const isPushed = useNavigationType() === NavigationType.Push;
  const choosesRisk = isPushed && state === choosingRisk;
  useEffect(() => {
    if (!choosesRisk) return;
    const levels = ref.current;
    const level =
      levels?.querySelector<HTMLInputElement>(":checked") ?? levels?.querySelector("input");
    level?.focus({ focusVisible: true });
    if (isPhone()) levels?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [key, choosesRisk]);
  return ref;
}
