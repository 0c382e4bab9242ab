import { chakra } from "@chakra-ui/react/styled-system";
import { useEffect, useState, type ComponentType } from "react";
import { createPortal } from "react-dom";
import { defaultToastMs, useToastStore, type Toast } from "#/stores/toast-store.ts";

/**
 * Loads the toast region on the first touch or key, as toasts follow an action, and focuses it if that key is F8. If
 * its chunk does not load, shows the toast as plain text and retries with the next one.
 */
export function LazyToastRegion() {
  const [Region, setRegion] = useState<ComponentType<{ isFocused: boolean }>>();
  const [isFocused, setIsFocused] = useState(false);
  const [failed, setFailed] = useState<Toast>();
  const toast = useToastStore((state) => state.toast);
  useEffect(() => {
    if (Region) return undefined;
    const load = async () => {
      try {
        const { ToastRegion } = await import("./toast-region.tsx");
        setRegion(() => ToastRegion);
      } catch {
        setFailed(toast);
      }
    };
    const onInput = () => void load();
    const onKey = ({ code }: KeyboardEvent) => {
      setIsFocused(code === "F8");
      onInput();
    };
    if (toast) onInput();
    const once = { once: true, passive: true };
    window.addEventListener("pointerdown", onInput, once);
    window.addEventListener("keydown", onKey, once);
    return () => {
      window.removeEventListener("pointerdown", onInput);
      window.removeEventListener("keydown", onKey);
    };
  }, [Region, toast]);
  if (Region) return <Region isFocused={isFocused} />;
  return failed && failed === toast && <PlainToast key={toast.serial} toast={toast} />;
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
function PlainToast({ toast }: { toast: Toast }) {
  const { title, description, durationMs = defaultToastMs } = toast;
  useEffect(() => {
    const timer = setTimeout(() => useToastStore.setState({ toast: undefined }), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs]);
  return createPortal(
    <Plain role="alert" aria-live="assertive">
      <strong>{title}</strong> {description}
    </Plain>,
    document.body,
  );
}
