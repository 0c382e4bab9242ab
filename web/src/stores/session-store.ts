import { useEffect } from "react";
import { create } from "zustand";

type SessionState = {
  /** The address at which the user's session ended by itself. */
  endedAt: string | undefined;
  /** Whether the user has just deleted the account. They get no offer of a trial. */
  hasDeletedAccount: boolean;
  /** Whether a visitor opened the home, which shows the sign-in page instead. */
  openedHome: boolean;
  /** Whether the page shows a paid purchase. Its buyer needs neither a login nor a trial from the header. */
  showsPurchase: boolean;
};

/** Facts of the visit that several parts of the app need. */
export const useSessionStore = create<SessionState>()(() => ({
  endedAt: undefined,
  hasDeletedAccount: false,
  openedHome: false,
  showsPurchase: false,
}));

/** Marks the page as one that shows a paid purchase, until the user leaves it. */
export function useShowsPurchase(isPaid: boolean): void {
  useEffect(() => {
    useSessionStore.setState({ showsPurchase: isPaid });
    return () => useSessionStore.setState({ showsPurchase: false });
  }, [isPaid]);
}

const storageKey = "orbline.known";

/** Remembers that somebody has signed in with this browser. */
export function rememberSignIn(): void {
  try {
    localStorage.setItem(storageKey, "yes");
  } catch {
    // Without storage every visitor counts as new.
  }
}

/** Whether somebody has signed in with this browser before. */
export function hasSignedInBefore(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
