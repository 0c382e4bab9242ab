import { chakra } from "@chakra-ui/react/styled-system";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { defaultNoticeMs, useNoticeStore, type Notice } from "#/stores/notice-store.ts";
import type { ToastRegion } from "./toast-region.tsx";

// It takes no press, and on a phone leaves the buttons of an open sheet in sight.
const Plain = chakra("p", {
  base: {
    position: "fixed",
    zIndex: "toast",
    bottom: 4,
    insetEnd: 4,
    width: { base: "calc(100vw - 32px)", md: "380px" },
    px: 4,
    py: 3,
    bg: "bg.overlay",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "control",
    overflowWrap: "anywhere",
    pointerEvents: "none",
    "body:has([data-scope=dialog][data-part=content]) > &": {
      top: { base: 4, md: "auto" },
      bottom: { base: "auto", md: 4 },
    },
  },
});

type PlainNoticeProps = { notice: Notice; onEnd: () => void };

/** A notice in words alone until its time is over, beside the page: an open sheet keeps screen readers from that. */
const PlainNotice = ({ notice, onEnd }: PlainNoticeProps) => {
  const { title, description, durationMs = defaultNoticeMs } = notice;
  useEffect(() => {
    const timer = setTimeout(onEnd, durationMs);
    return () => clearTimeout(timer);
  }, [notice, durationMs, onEnd]);
  return createPortal(
    <Plain role="alert" aria-live="assertive">
      <strong>{title}</strong> {description}
    </Plain>,
    document.body,
  );
};

/**
 * Notices follow an action, so their region loads with the first touch or key, not with the page; if its
 * file does not come, a notice is shown in plain words, and the next one asks for the file again.
 */
export const LazyToastRegion = () => {
  const [Region, setRegion] = useState<typeof ToastRegion>();
  const [unshown, setUnshown] = useState<Notice>();
  const notice = useNoticeStore((state) => state.notice);
  const bring = useCallback(async () => {
    const file = await import("./toast-region.tsx").catch(() => undefined);
    if (file) setRegion(() => file.ToastRegion);
    return file !== undefined;
  }, []);
  useEffect(() => {
    const once = { once: true, passive: true };
    const touched = () => void bring();
    window.addEventListener("pointerdown", touched, once);
    window.addEventListener("keydown", touched, once);
    return () => {
      window.removeEventListener("pointerdown", touched);
      window.removeEventListener("keydown", touched);
    };
  }, [bring]);
  useEffect(() => {
    if (!notice) return;
    void bring().then((came) => {
      setUnshown(came ? undefined : notice);
      if (came) return;
      // Said here, it is not said again by a region that comes after all; what was said since is.
      useNoticeStore.setState(({ notice: last }) => (last === notice ? { notice: undefined } : {}));
    });
  }, [bring, notice]);
  const end = useCallback(() => setUnshown(undefined), []);
  return (
    <>
      {Region && <Region />}
      {unshown && <PlainNotice notice={unshown} onEnd={end} />}
    </>
  );
};
