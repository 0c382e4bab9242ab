import { startTransition, type ReactNode } from "react";
import { createRoot, hydrateRoot, type Root as ReactRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { dropUser } from "#/features/auth/api.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { takeEarlyPress } from "./early-press.ts";
import { Root } from "./root.tsx";
import { loadPage } from "./router.tsx";
import { takeServed } from "./served.ts";

const draw = (element: Element, tree: ReactNode) => {
  const root = createRoot(element);
  root.render(tree);
  return root;
};

/** Starts the app in its element: takes over the page that is drawn there, or draws it. */
export const startApp = async (element: Element): Promise<ReactRoot> => {
  const queryClient = createQueryClient({ onUnauthorized: dropUser });
  takeServed(queryClient);
  // A drawn page stays as it is until all of it can be taken over; a page that fails to load says so itself.
  await loadPage(window.location.pathname).catch(() => undefined);
  const tree = (
    <Root queryClient={queryClient} router={(app) => <BrowserRouter>{app}</BrowserRouter>} />
  );
  // As a transition this is done in short slices, between which the browser answers.
  const { promise, resolve } = Promise.withResolvers<ReactRoot>();
  startTransition(() => {
    resolve(element.firstElementChild ? hydrateRoot(element, tree) : draw(element, tree));
  });
  // React takes the page over at once for whoever presses something that it has not come to yet.
  takeEarlyPress()?.click();
  return promise;
};
