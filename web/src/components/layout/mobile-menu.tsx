import { chakra } from "@chakra-ui/react/styled-system";
import { NavLink as RouterNavLink } from "react-router";
import { Sheet } from "#/components/ui/sheet.tsx";
import { adminTools, navLinks, trialPath, useSignUpOffers, type Visitor } from "./nav-links.ts";
import { useTheme } from "./use-theme.ts";
import { openPalette } from "#/stores/palette-store.ts";
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

const accountLinks = [
  { to: "/account", label: layoutMessages.account },
  { to: "/account#plan", label: layoutMessages.plan },
];

type MobileMenuProps = { visitor: Visitor; onLogout: () => void; onClose: () => void };

/** The navigation as a full-height sheet with rows of 48 px. */
export function MobileMenu({ visitor, onLogout, onClose }: MobileMenuProps) {
  const theme = useTheme();
  const offers = useSignUpOffers();
  const links = [
    ...navLinks(visitor),
    ...(visitor?.isAdmin ? adminTools : []),
    ...(visitor ? accountLinks : []),
    ...(!visitor && offers.login ? [{ to: "/auth", label: layoutMessages.login }] : []),
    ...(!visitor && offers.trial ? [{ to: trialPath, label: layoutMessages.startTrial }] : []),
  ];
  const leave = () => {
    onClose();
    onLogout();
  };
  const search = () => {
    onClose();
    openPalette();
  };
  return (
    <Sheet full title={layoutMessages.menu} closeLabel={layoutMessages.closeMenu} onClose={onClose}>
      <nav aria-label={layoutMessages.mainNavigation}>
        {links.map(({ to, label }) => (
          <Row
            key={to}
            to={to}
            end
            // A part of a page is at the same path as the page.
            aria-current={to.includes("#") ? "false" : "page"}
            onClick={onClose}
          >
            {label}
          </Row>
        ))}
        {visitor !== undefined && <RowButton onClick={search}>{layoutMessages.search}</RowButton>}
        {visitor !== undefined && <RowButton onClick={theme.toggle}>{theme.label}</RowButton>}
        {visitor && <RowButton onClick={leave}>{layoutMessages.logout}</RowButton>}
      </nav>
    </Sheet>
  );
}
