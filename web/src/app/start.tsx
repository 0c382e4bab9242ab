import { startTransition } from "react";
import { createRoot, hydrateRoot, type Root as ReactRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { dropUser, rememberUser } from "#/features/auth/api.ts";
import { clearOffline } from "#/lib/offline-data.ts";
import { reloadWhenShownAgain } from "#/lib/navigation.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { site } from "#/lib/site.ts";
import { loadReferralScript, rememberReferral } from "#/shared/referral.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { Root } from "./providers.tsx";
import { loadPage } from "./router.tsx";

/** Starts the app in the page, with what every visit needs beside it. */
export function openPage() {
  reloadWhenShownAgain();
  rememberReferral(window.location.search);
  loadReferralScript(site.referralScriptUrl);
  const root = document.querySelector("#root");
  if (root) void startApp(root);
}

/** Hydrates the prerendered page in the element, or renders the app into the empty element. */
export async function startApp(element: Element): Promise<ReactRoot> {
  const queryClient = createQueryClient({ onUnauthorized: dropUser });
  if (isVisitor()) {
    // Without a cookie there is no signed-in user, and a query would only log a 401 to the visitor's console.
    rememberUser(queryClient, null);
    void clearOffline();
    const { pathname, search, hash } = window.location;
    // The gateway serves the sign-in page as a visitor's home.
    if (pathname === "/") {
      window.history.replaceState(null, "", `/auth${search}${hash}`);
      useSessionStore.setState({ openedHome: true });
    }
  }
  // React shows a page that it has to wait for at least 300 ms after the fallback.
  await loadPage(window.location.pathname);
  const app = (
    <Root queryClient={queryClient} router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
  );
  document.addEventListener("pointerover", loadLinkedPage, { passive: true });
  // React splits the hydration of a transition into short tasks.
  if (element.firstElementChild)
    return new Promise((resolve) => {
      startTransition(() => resolve(hydrateRoot(element, app)));
    });
  const root = createRoot(element);
  root.render(app);
  return root;
}

/** Loads the page of the link under the pointer before it is clicked. */
function loadLinkedPage({ target }: PointerEvent) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href^='/']");
  if (link) void loadPage(link.pathname);
}

/** Whether the gateway served this page to a browser without a session cookie. */
function isVisitor(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === "no";
}
