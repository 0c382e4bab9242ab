import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether this page can answer its visitor: false in a page that the build has drawn, until the app has
 * taken it over. What only the browser knows, as today's date, and what needs the app wait for it.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
