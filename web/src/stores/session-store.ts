import { create } from "zustand";

type SessionState = {
  /** The address at which the user's session ended by itself. */
  endedAt: string | undefined;
  /** Whether a visitor opened the home, which shows the sign-in page instead. */
  openedHome: boolean;
};

/** Remembers where a session ended, so that the next sign-in leads back there, and where a visit began. */
export const useSessionStore = create<SessionState>()(() => ({
  endedAt: undefined,
  openedHome: false,
}));

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
