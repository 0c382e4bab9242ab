import { Dialog } from "@chakra-ui/react/dialog";
import { Portal } from "@chakra-ui/react/portal";
import { chakra } from "@chakra-ui/react/styled-system";
import { X } from "lucide-react";
import { NavLink as RouterNavLink } from "react-router";
import { Button } from "#/components/ui/button.tsx";
import { navLinks, type Visitor } from "./nav-links.ts";
import { layoutMessages } from "#/shared/messages.ts";

const row = {
  display: "flex",
  alignItems: "center",
  width: "full",
  minHeight: "48px",
  textStyle: "h3",
  borderBottomWidth: "1px",
  borderColor: "line.subtle",
} as const;
const Row = chakra(RouterNavLink, {
  base: { ...row, "&[aria-current=page]": { color: "accent.fg" } },
});
const RowButton = chakra("button", { base: { ...row, cursor: "pointer", textAlign: "start" } });

type MobileMenuProps = { visitor: Visitor; onLogout: () => void; onClose: () => void };

/** The navigation as a full-height sheet with rows of 48 px. */
export const MobileMenu = ({ visitor, onLogout, onClose }: MobileMenuProps) => {
  const links = [
    ...navLinks(visitor),
    ...(visitor
      ? [{ to: "/account", label: layoutMessages.account }]
      : [{ to: "/auth", label: layoutMessages.login }]),
  ];
  const leave = () => {
    onClose();
    onLogout();
  };
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content height="100dvh" maxHeight="100dvh" maxWidth="full" borderRadius={0}>
            <Dialog.Header>
              <Dialog.Title>{layoutMessages.menu}</Dialog.Title>
            </Dialog.Header>
            <Dialog.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={layoutMessages.closeMenu}>
                <X size={20} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
            <Dialog.Body>
              <nav aria-label={layoutMessages.mainNavigation}>
                {links.map(({ to, label }) => (
                  <Row key={to} to={to} onClick={onClose}>
                    {label}
                  </Row>
                ))}
                {visitor && <RowButton onClick={leave}>{layoutMessages.logout}</RowButton>}
              </nav>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
