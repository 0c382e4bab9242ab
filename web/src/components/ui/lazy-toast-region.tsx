import { lazy, Suspense, useEffect, useState } from "react";
import { useNoticeStore } from "../../stores/notice-store.ts";

const ToastRegion = lazy(async () => ({
  default: (await import("./toast-region.tsx")).ToastRegion,
}));

/** Notices follow an action, so their region loads with the first touch or key, not with the page. */
export const LazyToastRegion = () => {
  const [touched, setTouched] = useState(false);
  const waiting = useNoticeStore((state) => state.notice !== undefined);
  useEffect(() => {
    const touch = () => setTouched(true);
    const once = { once: true, passive: true };
    window.addEventListener("pointerdown", touch, once);
    window.addEventListener("keydown", touch, once);
    return () => {
      window.removeEventListener("pointerdown", touch);
      window.removeEventListener("keydown", touch);
    };
  }, []);
  return touched || waiting ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
};
