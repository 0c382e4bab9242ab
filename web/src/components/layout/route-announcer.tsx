import { chakra } from "@chakra-ui/react/styled-system";
import { useLayoutEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { contentOfPage } from "#/lib/content-of-page.ts";
import { usePageStore } from "#/stores/page-store.ts";

const Spoken = chakra("div", { base: { srOnly: true } });

/**
 * Receives whoever goes to another page as a newly loaded page would: at its top, the keyboard in its content,
 * its name said. Back and forward keep the browser's place.
 */
export const RouteAnnouncer = () => {
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
    // Smooth scrolling is for the ways within a page.
    if (kind !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: "instant" });
  }, [pathname, kind]);
  return <Spoken aria-live="polite">{gone && name}</Spoken>;
};
