import { chakra } from "@chakra-ui/react/styled-system";
import { Toast, Toaster, createToaster } from "@chakra-ui/react/toast";
import { CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { defaultToastMs, useToastStore } from "#/stores/toast-store.ts";
import { layoutMessages } from "#/shared/messages.ts";

const openToaster = () =>
  createToaster({
    placement: "bottom-end",
    max: 1,
    gap: 0,
    duration: defaultToastMs,
    removeDelay: 0,
    hotkey: ["F8"],
    offsets: "16px",
  });

const swipeThresholdPx = 50;
const Icon = chakra("span", { base: { flexShrink: 0, mt: "1px" } });

/** Handlers of a drag to the right: at 50 px the toast closes, below that it springs back. */
function useSwipe(onSwipe: () => void) {
  const startX = useRef<number>(undefined);
  const end = (event: PointerEvent<HTMLElement>) => {
    const from = startX.current;
    startX.current = undefined;
    event.currentTarget.style.removeProperty("margin-left");
    if (from !== undefined && event.clientX - from >= swipeThresholdPx) onSwipe();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest("button")) return;
      startX.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current === undefined) return;
      const distance = Math.max(0, event.clientX - startX.current);
      event.currentTarget.style.marginLeft = `${distance}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

const looks = {
  success: { icon: CircleCheck, color: "accent.fg" },
  info: { icon: Info, color: "accent.fg" },
  error: { icon: TriangleAlert, color: "warm.fg" },
} as const;
type Kind = keyof typeof looks;

const kindOf = (type: string | undefined): Kind =>
  type === "error" || type === "info" ? type : "success";

type CardProps = { title: unknown; description: unknown; kind: Kind; onSwipe: () => void };

function ToastCard({ title, description, kind, onSwipe }: CardProps) {
  const swipe = useSwipe(onSwipe);
  const { icon: Sign, color } = looks[kind];
  return (
    <Toast.Root {...swipe}>
      <Icon aria-hidden color={color}>
        <Sign size={18} />
      </Icon>
      <div>
        <Toast.Title>{String(title)}</Toast.Title>
        {typeof description === "string" && <Toast.Description>{description}</Toast.Description>}
      </div>
      <Toast.CloseTrigger aria-label={layoutMessages.closeToast}>
        <X size={16} aria-hidden />
      </Toast.CloseTrigger>
    </Toast.Root>
  );
}

/** Replaces the current toast by each new toast. An update would keep the old timer. */
function useShowToasts(toaster: ReturnType<typeof openToaster>) {
  const shown = useToastStore((state) => state.toast);
  useEffect(() => {
    if (!shown) {
      queueMicrotask(() => toaster.remove());
      return;
    }
    const { title, description, kind = "success", durationMs = defaultToastMs } = shown;
    // The toaster renders by flushSync, which React refuses inside an effect.
    queueMicrotask(() => {
      toaster.remove();
      toaster.create({ title, description, type: kind, duration: durationMs });
    });
  }, [toaster, shown]);
}

type ToastRegionProps = {
  /** Whether F8 was pressed before the region was there. */
  isFocused: boolean;
};

/** Shows toasts one at a time, until a swipe, Esc, the close button or a timeout. */
export function ToastRegion({ isFocused }: ToastRegionProps) {
  // One toaster per region, so that a toast does not outlive its page.
  const [toaster] = useState(openToaster);
  useShowToasts(toaster);
  useEffect(() => {
    if (!isFocused) return;
    document.querySelector<HTMLElement>("[data-scope=toast][data-part=group]")?.focus();
  }, [isFocused]);
  return (
    <Toaster toaster={toaster} zIndex="toast">
      {(toast) => (
        <ToastCard
          key={toast.id}
          title={toast.title}
          description={toast.description}
          kind={kindOf(toast.type)}
          onSwipe={() => toaster.dismiss(toast.id)}
        />
      )}
    </Toaster>
  );
}
