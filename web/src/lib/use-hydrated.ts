import { useSyncExternalStore } from "react";

/**
 * Whether React has taken over the page: false in a prerendered page until it is hydrated. Dates, forms and
 * everything else that the build cannot know wait for it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

const subscribe = () => () => undefined;
