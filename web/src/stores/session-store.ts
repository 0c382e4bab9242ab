import { create } from "zustand";

type SessionState = {
  /** The address where the user's session was found to be over; undefined while none is. */
  endedAt: string | undefined;
};

/** Where a session ended by itself, so that signing in again leads back there. */
export const useSessionStore = create<SessionState>()(() => ({ endedAt: undefined }));
