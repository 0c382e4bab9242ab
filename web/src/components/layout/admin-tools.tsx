import { chakra } from "@chakra-ui/react/styled-system";
import { ChevronDown } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { FocusEvent, KeyboardEvent } from "react";
import { layoutMessages } from "#/shared/messages.ts";
import { adminTools } from "./nav-links.ts";

const Disclosure = chakra("details", { base: { position: "relative" } });
const Summary = chakra("summary", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: 1,
    height: "56px",
    px: 1,
    cursor: "pointer",
    listStyle: "none",
    color: "fg.muted",
    fontWeight: 500,
    _hover: { color: "fg" },
    "&::-webkit-details-marker": { display: "none" },
  },
});
const Tools = chakra("div", {
  base: {
    position: "absolute",
    top: "52px",
    insetStart: -3,
    minWidth: "180px",
    py: 1,
    bg: "bg.overlay",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "control",
  },
});
const Tool = chakra(Link, {
  base: { display: "block", px: 4, py: 2.5, _hover: { color: "accent.fg" } },
});

const closeAfterFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
};

const closeByEscape = ({ currentTarget, key }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key !== "Escape") return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
};

/** The tool pages of admins behind one name. It closes on Escape, when the focus leaves it, and on another page. */
export function AdminTools() {
  const { pathname } = useLocation();
  return (
    <Disclosure key={pathname} onBlur={closeAfterFocus} onKeyDown={closeByEscape}>
      <Summary>
        {layoutMessages.adminTools}
        <ChevronDown size={16} aria-hidden />
      </Summary>
      <Tools>
        {adminTools.map(({ to, label }) => (
          <Tool key={to} to={to}>
            {label}
          </Tool>
        ))}
      </Tools>
    </Disclosure>
  );
}
