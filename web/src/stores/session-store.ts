import { create } from "zustand";

type SessionState = {
  /** The address at which the user's session ended by itself. */
  endedAt: string | undefined;
};

/** Remembers where a session ended, so that the next sign-in leads back there. */
export const useSessionStore = create<SessionState>()(() => ({ endedAt: undefined }));
