import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { CircleUserRound, Menu, Moon, Sun } from "lucide-react";
import { memo, useState, type ReactNode } from "react";
import { NavLink as RouterNavLink, Link as RouterLink } from "react-router";
import { site } from "#/lib/site.ts";
import { notify } from "#/stores/toast-store.ts";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Container } from "./container.tsx";
import { HeaderMenu, MenuButton, MenuLink } from "./header-menu.tsx";
import type { MobileMenu } from "./mobile-menu.tsx";
import { adminTools, navLinks, trialPath, useSignUpOffers, type Visitor } from "./nav-links.ts";
import { useTheme } from "./use-theme.ts";
import { layoutMessages } from "#/shared/messages.ts";

const Bar = chakra(Container, {
  base: { display: "flex", alignItems: "center", gap: { base: 2, lg: 5 }, height: "56px" },
});

const Brand = chakra(RouterLink, {
  base: {
    display: "flex",
    alignItems: "center",
    gap: 2.5,
    minHeight: "44px",
    textStyle: "wordmark",
  },
});

const Item = chakra(RouterNavLink, {
  base: {
    display: "flex",
    alignItems: "center",
    height: "56px",
    px: 1,
    whiteSpace: "nowrap",
    textStyle: "body",
    color: "fg.muted",
    fontWeight: 500,
    borderBottom: "2px solid transparent",
    borderTop: "2px solid transparent",
    _hover: { color: "fg" },
    "&[aria-current=page]": { color: "fg", borderBottomColor: "accent.fg" },
  },
});

const Name = chakra("span", { base: { maxWidth: { base: "8ch", xl: "14ch" }, truncate: true } });

type NavbarProps = { visitor: Visitor; onLogout: () => void };

/** On narrow screens the theme and the login move into the menu, and the trial stays. */
function VisitorActions() {
  const offers = useSignUpOffers();
  return (
    <>
      <Box display={{ base: "none", md: "flex" }} alignItems="center" gap={2}>
        <ThemeToggle />
        {offers.login && (
          <ButtonLink to="/auth" size="sm">
            {layoutMessages.login}
          </ButtonLink>
        )}
      </Box>
      {offers.trial && (
        <ButtonLink to={trialPath} size="sm" variant="primary">
          {layoutMessages.startTrial}
        </ButtonLink>
      )}
    </>
  );
}

function Account({ visitor, onLogout }: NavbarProps) {
  if (!visitor) return null;
  return (
    <HeaderMenu
      side="end"
      label={
        <>
          <CircleUserRound size={16} aria-hidden />
          <Name title={visitor.name}>{visitor.name}</Name>
        </>
      }
    >
      <MenuLink to="/account">{layoutMessages.account}</MenuLink>
      <MenuLink to="/account#plan">{layoutMessages.plan}</MenuLink>
      <ThemeItem />
      <MenuButton type="button" onClick={onLogout}>
        {layoutMessages.logout}
      </MenuButton>
    </HeaderMenu>
  );
}

function ThemeItem() {
  const { label, toggle } = useTheme();
  return (
    <MenuButton type="button" onClick={toggle}>
      {label}
    </MenuButton>
  );
}

const sayMissing = () =>
  notify({
    title: layoutMessages.failedTitle,
    description: layoutMessages.failedText,
    kind: "error",
  });

// The menu loads when it is opened. If that fails, the next click tries again.
function useMenu() {
  const [open, setOpen] = useState(false);
  const [Sheet, setSheet] = useState<typeof MobileMenu>();
  const close = () => setOpen(false);
  const bring = async () => {
    setOpen(true);
    try {
      const file = await import("./mobile-menu.tsx");
      setSheet(() => file.MobileMenu);
    } catch {
      close();
      sayMissing();
    }
  };
  return { open, Sheet: open ? Sheet : undefined, bring, close };
}

/** The header of every page. On screens that are too narrow for its links, they move into a sheet. */
export const Navbar = memo(({ visitor, notice, onLogout }: NavbarProps & { notice: ReactNode }) => {
  const menu = useMenu();
  const wide = visitor === null ? "md" : visitor?.isAdmin ? "xl" : "lg";
  return (
    <Box
      as="header"
      position="sticky"
      top={0}
      zIndex="header"
      bg="bg.canvas"
      borderBottomWidth="1px"
    >
      <Bar>
        <Brand to={visitor ? "/" : "/welcome"} me={{ md: 4 }}>
          <LogoMark />
          {site.productName}
        </Brand>
        <Box
          as="nav"
          aria-label={layoutMessages.mainNavigation}
          display={{ base: "none", [wide]: "flex" }}
          gap={{ base: 3, xl: 5 }}
        >
          {navLinks(visitor).map(({ to, label }) => (
            <Item key={to} to={to} end>
              {label}
            </Item>
          ))}
          {visitor?.isAdmin && (
            <HeaderMenu side="start" label={layoutMessages.adminTools}>
              {adminTools.map(({ to, label }) => (
                <MenuLink key={to} to={to}>
                  {label}
                </MenuLink>
              ))}
            </HeaderMenu>
          )}
        </Box>
        <Box display="flex" alignItems="center" gap={2} ms="auto" minWidth={0}>
          {notice}
          {visitor === null && <VisitorActions />}
          <Box display={{ base: "none", [wide]: "flex" }} alignItems="center" gap={2}>
            <Account visitor={visitor} onLogout={onLogout} />
          </Box>
          <Box display={{ base: "block", [wide]: "none" }}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={layoutMessages.openMenu}
              aria-haspopup="dialog"
              aria-expanded={menu.open}
              onClick={() => void menu.bring()}
            >
              <Menu size={20} aria-hidden />
            </Button>
          </Box>
        </Box>
      </Bar>
      {menu.Sheet && <menu.Sheet visitor={visitor} onLogout={onLogout} onClose={menu.close} />}
    </Box>
  );
});

/** Switches between the two themes. The menus of a user have it as an entry. */
function ThemeToggle() {
  const { label, dark, toggle } = useTheme();
  return (
    <Button variant="ghost" size="icon" onClick={toggle} aria-label={label}>
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </Button>
  );
}
