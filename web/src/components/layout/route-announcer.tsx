import { chakra } from "@chakra-ui/react/styled-system";
import { useLayoutEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { contentOfPage } from "#/lib/navigation.ts";
import { usePageStore } from "./page-title.ts";

const Spoken = chakra("div", { base: { srOnly: true } });

/**
 * Makes a navigation feel like a newly loaded page: scrolls to the top, focuses the content and announces the
 * page's name. Back and forward keep the browser's scroll position.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const last = useRef(pathname);
  const [gone, setGone] = useState(false);
  const name = usePageStore((page) => page.name);
  useLayoutEffect(() => {
    if (pathname === last.current) return;
    last.current = pathname;
    setGone(true);
    usePageStore.setState({ name: "" });
    contentOfPage()?.focus({ preventScroll: true });
    // Smooth scrolling is for links within a page.
    if (kind !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: "instant" });
  }, [pathname, kind]);
  return <Spoken aria-live="polite">{gone && name}</Spoken>;
}
