import { chakra } from "@chakra-ui/react/styled-system";
import { ChevronDown } from "lucide-react";
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from "react";
import { Link, useLocation } from "react-router";

const Disclosure = chakra("details", { base: { position: "relative", minWidth: 0 } });
const Summary = chakra("summary", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: 1.5,
    height: "56px",
    px: 1,
    cursor: "pointer",
    listStyle: "none",
    color: "fg.muted",
    fontWeight: 500,
    _hover: { color: "fg" },
    "&::-webkit-details-marker": { display: "none" },
    "& svg": { flexShrink: 0 },
  },
});
const Items = chakra("div", {
  base: {
    position: "absolute",
    top: "52px",
    minWidth: "180px",
    py: 1,
    bg: "bg.overlay",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "control",
  },
});

const item = {
  display: "block",
  width: "full",
  px: 4,
  py: 2.5,
  textAlign: "start",
  whiteSpace: "nowrap",
  cursor: "pointer",
  _hover: { color: "accent.fg" },
} as const;
/** An entry of a menu that leads to another page. */
export const MenuLink = chakra(Link, { base: item });
/** An entry of a menu that acts. */
export const MenuButton = chakra("button", { base: item });

const closeAfterFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
};

const closeByEscape = ({ currentTarget, key }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key !== "Escape") return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
};

// A link to the current page does not change the address.
const closeAfterLink = ({ currentTarget, target }: MouseEvent<HTMLDetailsElement>) => {
  if (target instanceof Element && target.closest("a")) currentTarget.open = false;
};

type HeaderMenuProps = { label: ReactNode; side: "start" | "end"; children: ReactNode };

/** A menu of the header behind its name. It closes on Escape, when the focus leaves it, and on another page. */
export function HeaderMenu({ label, side, children }: HeaderMenuProps) {
  const { pathname } = useLocation();
  return (
    <Disclosure
      key={pathname}
      onBlur={closeAfterFocus}
      onKeyDown={closeByEscape}
      onClick={closeAfterLink}
    >
      <Summary>
        {label}
        <ChevronDown size={16} aria-hidden />
      </Summary>
      <Items {...(side === "start" ? { insetStart: -3 } : { insetEnd: 0 })}>{children}</Items>
    </Disclosure>
  );
}
