import { startTransition, useCallback, useState, type ReactNode, type RefCallback } from "react";
import { flushSync } from "react-dom";

/** Milliseconds after the start of the page from which on everything is rendered, for find-in-page. */
const wholeAfterMs = 10_000;

/**
 * Whether the element has come near the screen, the page is printed or the page is no longer new. For content that is not
 * prerendered.
 */
export function useNear(): [RefCallback<Element>, boolean] {
  const [isNear, setNear] = useState(() => performance.now() > wholeAfterMs);
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const show = () => startTransition(() => setNear(true));
    const showNow = () => flushSync(() => setNear(true));
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: "20%" },
    );
    observer.observe(element);
    const timer = setTimeout(show, Math.max(0, wholeAfterMs - performance.now()));
    window.addEventListener("beforeprint", showNow);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      window.removeEventListener("beforeprint", showNow);
    };
  }, []);
  return [ref, isNear];
}

type WhenNearProps = { fallback?: ReactNode; children: ReactNode };

/** Renders its children once their place comes near the screen. A new page is then usable sooner. */
export function WhenNear({ fallback, children }: WhenNearProps) {
  const [ref, isNear] = useNear();
  return isNear ? children : <div ref={ref}>{fallback}</div>;
}
