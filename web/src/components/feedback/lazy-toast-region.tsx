import { chakra } from "@chakra-ui/react/styled-system";
import { useEffect, useState, type ComponentType } from "react";
import { createPortal } from "react-dom";
import { defaultNoticeMs, useNoticeStore, type Notice } from "#/stores/notice-store.ts";

/**
 * Loads the toast region on the first touch or key, as notices follow an action, and focuses it if that key is F8. If
 * its chunk does not load, shows the notice as plain text and retries with the next one.
 */
export function LazyToastRegion() {
  const [Region, setRegion] = useState<ComponentType<{ isFocused: boolean }>>();
  const [isFocused, setIsFocused] = useState(false);
  const [failed, setFailed] = useState<Notice>();
  const notice = useNoticeStore((state) => state.notice);
  useEffect(() => {
    if (Region) return undefined;
    const load = async () => {
      try {
        const { ToastRegion } = await import("./toast-region.tsx");
        setRegion(() => ToastRegion);
      } catch {
        setFailed(notice);
      }
    };
    const onInput = () => void load();
    const onKey = ({ code }: KeyboardEvent) => {
      setIsFocused(code === "F8");
      onInput();
    };
    if (notice) onInput();
    const once = { once: true, passive: true };
    window.addEventListener("pointerdown", onInput, once);
    window.addEventListener("keydown", onKey, once);
    return () => {
      window.removeEventListener("pointerdown", onInput);
      window.removeEventListener("keydown", onKey);
    };
  }, [Region, notice]);
  if (Region) return <Region isFocused={isFocused} />;
  return failed && failed === notice && <PlainNotice key={notice.serial} notice={notice} />;
}

/** Above an open dialog on a phone, so that its buttons stay in sight. */
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

// Outside the root element, because an open dialog hides that from screen readers.
function PlainNotice({ notice }: { notice: Notice }) {
  const { title, description, durationMs = defaultNoticeMs } = notice;
  useEffect(() => {
    const timer = setTimeout(() => useNoticeStore.setState({ notice: undefined }), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs]);
  return createPortal(
    <Plain role="alert" aria-live="assertive">
      <strong>{title}</strong> {description}
    </Plain>,
    document.body,
  );
}
