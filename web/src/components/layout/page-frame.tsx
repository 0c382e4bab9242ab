import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { Footer } from "./footer.tsx";
import type { Visitor } from "./nav-links.ts";
import { Navbar } from "./navbar.tsx";
import { useRestoreFocus } from "./use-restore-focus.ts";
import { layoutMessages } from "#/shared/messages.ts";

const SkipLink = chakra("a", {
  base: {
    position: "absolute",
    insetStart: 4,
    top: "-100px",
    zIndex: "skipNav",
    px: 4,
    py: 2.5,
    bg: "bg.overlay",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "control",
    fontWeight: 600,
    _focus: { top: 2 },
  },
});

const Main = chakra("main", {
  base: { flex: 1, display: "flex", flexDirection: "column", outline: "none" },
});

type PageFrameProps = { visitor: Visitor; onLogout: () => void; children: ReactNode };

/** Skip link, bar, content and foot: the frame of every page. */
export const PageFrame = ({ visitor, onLogout, children }: PageFrameProps) => {
  useRestoreFocus();
  return (
    <>
      <SkipLink href="#content">{layoutMessages.skip}</SkipLink>
      <Navbar visitor={visitor} onLogout={onLogout} />
      <Main id="content" tabIndex={-1}>
        {children}
      </Main>
      <Footer signedIn={Boolean(visitor)} />
      <RouteAnnouncer />
    </>
  );
};
