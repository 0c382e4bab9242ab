import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether this page can answer its visitor: false in a page that the build has drawn, until the app has
 * taken it over. What only the browser knows, as today's date, and what needs the app wait for it.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Whether the app is just taking over a page that the build has drawn. Whatever came early waits that long,
 * for the page was drawn without it; where nothing is taken over, as in a build, nothing waits.
 */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => globalThis.document !== undefined,
  );
