import { Dialog } from "@chakra-ui/react/dialog";
import { Portal } from "@chakra-ui/react/portal";
import { X } from "lucide-react";
import { createContext, useContext, useRef, useState, type ReactNode } from "react";
import { contentOfPage } from "#/lib/navigation.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { Button } from "./button.tsx";

type SheetProps = {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** The dangerous button on the left, the confirming button on the right. */
  footer?: ReactNode;
  children: ReactNode;
  /** A dialog that asks before something ends. */
  alert?: boolean;
  /** The selector of the element that gets the focus first, in place of the close button. */
  focusFirst?: string | undefined;
  /** Fills the window. */
  full?: boolean;
  closeLabel?: string;
};

const FirstOpener = createContext<Element | null>(null);

/** For sheets that follow each other: after the last one the focus returns to the opener of the first. */
export function SheetChain({ children }: { children: ReactNode }) {
  const [opener] = useState(() => document.activeElement);
  return <FirstOpener value={opener}>{children}</FirstOpener>;
}

/**
 * A dialog; on phones a sheet from the bottom. Focus starts on the close button by default and returns to the opener,
 * or to the page's content if the opener is gone. Esc closes.
 */
export function Sheet(props: SheetProps) {
  const content = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [ownOpener] = useState(() => document.activeElement);
  const opener = useContext(FirstOpener) ?? ownOpener;
  return (
    <Dialog.Root
      open
      size={props.full ? "full" : undefined}
      role={props.alert ? "alertdialog" : "dialog"}
      // The click that leads from one sheet to the next is outside the new one.
      closeOnInteractOutside={false}
      initialFocusEl={() =>
        (props.focusFirst && content.current?.querySelector<HTMLElement>(props.focusFirst)) ||
        close.current
      }
      finalFocusEl={() =>
        opener instanceof HTMLElement && opener.isConnected ? opener : contentOfPage()
      }
      onOpenChange={({ open }) => !open && props.onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={content}>
            <Dialog.Header>
              <Dialog.Title>{props.title}</Dialog.Title>
              {props.description !== undefined && (
                <Dialog.Description>{props.description}</Dialog.Description>
              )}
            </Dialog.Header>
            <Dialog.CloseTrigger asChild>
              <Button
                ref={close}
                variant="ghost"
                size="icon"
                aria-label={props.closeLabel ?? layoutMessages.close}
              >
                <X size={18} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
            <Dialog.Body>{props.children}</Dialog.Body>
            {props.footer !== undefined && <Dialog.Footer>{props.footer}</Dialog.Footer>}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
