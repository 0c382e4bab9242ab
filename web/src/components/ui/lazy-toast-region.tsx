import { useCallback, useEffect, useState } from "react";
import { useNoticeStore } from "../../stores/notice-store.ts";
import type { ToastRegion } from "./toast-region.tsx";

/**
 * Notices follow an action, so their region loads with the first touch or key, not with the page; if its
 * file does not come, the next notice asks for it again.
 */
export const LazyToastRegion = () => {
  const [Region, setRegion] = useState<typeof ToastRegion>();
  const notice = useNoticeStore((state) => state.notice);
  const bring = useCallback(() => {
    import("./toast-region.tsx").then(
      (file) => setRegion(() => file.ToastRegion),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    const once = { once: true, passive: true };
    window.addEventListener("pointerdown", bring, once);
    window.addEventListener("keydown", bring, once);
    return () => {
      window.removeEventListener("pointerdown", bring);
      window.removeEventListener("keydown", bring);
    };
  }, [bring]);
  useEffect(() => {
    if (notice) bring();
  }, [bring, notice]);
  return Region ? <Region /> : null;
};
