import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { CalendarDays, CircleUserRound, History, Target, type LucideIcon } from "lucide-react";
import { NavLink as RouterNavLink } from "react-router";
import { layoutMessages } from "#/shared/messages.ts";

const tabs: { to: string; label: string; icon: LucideIcon }[] = [
  { to: "/", label: layoutMessages.predict, icon: Target },
  { to: "/slate", label: layoutMessages.games, icon: CalendarDays },
  { to: "/history", label: layoutMessages.history, icon: History },
  { to: "/account", label: layoutMessages.account, icon: CircleUserRound },
];

const height = "calc(56px + env(safe-area-inset-bottom))";

const Bar = chakra("nav", {
  base: {
    position: "fixed",
    zIndex: "header",
    insetX: 0,
    bottom: 0,
    display: "grid",
    // As wide as their labels, so that the longest one fits at 320 pixels.
    gridTemplateColumns: "repeat(4, auto)",
    height,
    pb: "env(safe-area-inset-bottom)",
    bg: "bg.canvas",
    borderTopWidth: "1px",
  },
});

const Tab = chakra(RouterNavLink, {
  base: {
    display: "grid",
    placeContent: "center",
    justifyItems: "center",
    gap: 1,
    textStyle: "small",
    lineHeight: 1,
    color: "fg.muted",
    "&[aria-current=page]": { color: "accent.fg" },
  },
});

/** The four main pages at the bottom of a phone's screen, and the space that they cover. */
export function TabBar() {
  return (
    <Box height={height} display={{ base: "block", md: "none" }} _print={{ display: "none" }}>
      <Bar aria-label={layoutMessages.tabs}>
        {tabs.map(({ to, label, icon: Icon }) => (
          <Tab key={to} to={to} end>
            <Icon size={20} aria-hidden />
            {label}
          </Tab>
        ))}
      </Bar>
    </Box>
  );
}
