import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useLocation } from "react-router";
import { ButtonLink } from "#/components/ui/link.tsx";
import { noticesQuery } from "./api.ts";
import { noticeMessages as messages } from "./messages.ts";

const Count = chakra("span", {
  base: {
    position: "absolute",
    // Beside the bell's shoulder. A longer count grows away from the icon.
    bottom: "calc(50% + 3px)",
    insetInlineStart: "calc(50% + 4px)",
    minWidth: "16px",
    px: "3px",
    borderRadius: "9px",
    bg: "accent.solid",
    color: "accent.contrast",
    fontSize: "11px",
    fontWeight: 700,
    lineHeight: "16px",
    textAlign: "center",
    boxShadow: "0 0 0 1.5px {colors.bg.canvas}",
  },
});

/** A link to the settled picks that counts the unread ones. It looks for new ones after each navigation. */
export function Bell() {
  const { pathname } = useLocation();
  const { data } = useQuery(noticesQuery);
  const unread = data?.notices.filter(({ isUnread }) => isUnread).length ?? 0;
  return (
    <ButtonLink
      to="/notices"
      variant="ghost"
      size="icon"
      position="relative"
      aria-label={messages.bell(unread)}
      title={messages.title}
    >
      <BellIcon size={18} aria-hidden />
      <Refresh key={pathname} />
      {unread > 0 && <Count aria-hidden>{unread > 9 ? "9+" : unread}</Count>}
    </ButtonLink>
  );
}

/** Reads the notices again when it mounts, if they are old enough. */
function Refresh() {
  useQuery(noticesQuery);
  return null;
}
