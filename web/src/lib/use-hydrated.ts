import { useSyncExternalStore } from "react";

/** False in a prerendered page until React has hydrated it. Dates, forms and user data wait for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

const subscribe = () => () => undefined;
