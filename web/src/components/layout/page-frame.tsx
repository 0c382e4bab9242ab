import { SkipNavLink } from "@chakra-ui/react/skip-nav";
import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { Footer } from "./footer.tsx";
import type { Visitor } from "./nav-links.ts";
import { Navbar } from "./navbar.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { TabBar } from "./tab-bar.tsx";
import { useRestoreFocus } from "./use-restore-focus.ts";
import { layoutMessages } from "#/shared/messages.ts";

const Main = chakra("main", {
  // The footer starts below the screen, so that content that arrives late does not move it.
  base: {
    minHeight: "calc(100dvh - 56px)",
    flex: 1,
    display: "flex",
    flexDirection: "column",
    outline: "none",
  },
});

type PageFrameProps = {
  visitor: Visitor;
  /** Shown in the header: what ends soon or needs the user. */
  notice: ReactNode;
  onLogout: () => void;
  children: ReactNode;
};

/** The frame of every page: skip link, header, content and footer. */
export function PageFrame({ visitor, notice, onLogout, children }: PageFrameProps) {
  useRestoreFocus();
  return (
    <>
      <SkipNavLink id="content">{layoutMessages.skip}</SkipNavLink>
      <Navbar visitor={visitor} notice={notice} onLogout={onLogout} />
      <OfflineStrip />
      <Main id="content" tabIndex={-1}>
        {children}
      </Main>
      <Footer signedIn={Boolean(visitor)} />
      {visitor && <TabBar />}
      <RouteAnnouncer />
    </>
  );
}
