import type { Preferences, User } from "@orbline/proto/http/identity/user";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { showAs } from "#/lib/display.ts";
import { saveFile } from "#/lib/navigation.ts";
import { usePost, useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify, notifyFailure } from "#/stores/toast-store.ts";
import { messages } from "./messages.ts";

/** Sessions of the signed-in user, this browser's first. */
export const sessionsQuery = queryOptions({
  queryKey: ["/api/sessions"],
  // Sessions begin and end in other browsers, so each visit of the page loads the list again.
  staleTime: 0,
  queryFn: ({ signal }) => call("identity", "GET /api/sessions", { signal }),
});

/** Two-step sign-in and passkeys of the signed-in user. */
export const secondFactorQuery = queryOptions({
  queryKey: ["/api/second-factor"],
  staleTime: 0,
  queryFn: ({ signal }) => call("identity", "GET /api/second-factor", { signal }),
});

/** Refetches two-step sign-in, passkeys and the sessions, because a change of a factor ends some of them. */
export function useSecondFactorChanged() {
  const client = useQueryClient();
  const refetchSessions = useRefetchSessions();
  return () => {
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    refetchSessions();
  };
}

/** Ends a dialog that has changed a factor: says what was changed, and refetches it. */
export function useFactorDone(toast: Parameters<typeof notify>[0], onClose: () => void) {
  const onChanged = useSecondFactorChanged();
  return () => {
    notify(toast);
    onChanged();
    onClose();
  };
}

/** Security events of the signed-in user, newest first. */
export const securityEventsQuery = infiniteQueryOptions({
  queryKey: ["/api/security-events"],
  staleTime: 0,
  initialPageParam: "",
  queryFn: ({ pageParam: cursor, signal }) =>
    call("identity", "GET /api/security-events", { query: { cursor, limit: 20 }, signal }),
  getNextPageParam: (page) => page.nextCursor,
});

/** Changes email or phone; `onUser` receives the changed account. */
export function useUpdateUser({ onUser }: { onUser: (user: User) => void }) {
  const refetchSessions = useRefetchSessions();
  return usePost("identity", "PATCH /api/user", {
    onSuccess: (user, { endOtherSessions }) => {
      onUser(user);
      if (endOtherSessions) refetchSessions();
    },
  });
}

type PreferencesChange = { before: Preferences | undefined; onUser: (user: User) => void };

/** Shows odds and times another way at once, and stores it. A failure brings the former way back. */
export function useSetPreferences({ before, onUser }: PreferencesChange) {
  return useMutation({
    // Two quick changes are stored in their order.
    scope: { id: "preferences" },
    mutationFn: (body: Preferences) => call("identity", "PATCH /api/user/preferences", { body }),
    onMutate: showAs,
    onSuccess: onUser,
    onError: (error) => {
      showAs(before);
      notifyFailure(messages.displayFailed, messages.unchanged)(error);
    },
  });
}

/** Sends the verification mail again. */
export function useResendVerification() {
  return usePost("identity", "POST /api/email/verify/resend", {
    onSuccess: () => notify({ title: messages.linkSentTitle, description: messages.linkSent }),
    onError: notifyFailure(messages.linkFailed, messages.unchanged),
  });
}

/** Changes the password, which ends every other session. */
export function useChangePassword() {
  return usePost("identity", "POST /api/password", {
    onSuccess: useRefetchSessions(),
  });
}

/** Ends one other session. */
export function useRevokeSession() {
  const refetchSessions = useRefetchSessions();
  return useSingleMutation({
    mutationFn: (id: string) => call("identity", "DELETE /api/sessions/{id}", { params: { id } }),
    onSuccess: () => {
      notify({ title: messages.revokedTitle });
      refetchSessions();
    },
    onError: notifyFailure(messages.revokeFailed, messages.unchanged),
  });
}

/** Ends every session but this one. */
export function useRevokeOthers() {
  const refetchSessions = useRefetchSessions();
  return usePost("identity", "POST /api/sessions/revoke-others", {
    onSuccess: ({ revoked }) => {
      notify({ title: messages.revokedTitle, description: messages.revokedCount(revoked) });
      refetchSessions();
    },
    onError: notifyFailure(messages.revokeFailed, messages.unchanged),
  });
}

/** Saves everything that the services hold about the user as a file. */
export function useExport() {
  return useSingleMutation({
    mutationFn: () => call("identity", "GET /api/user/export", {}),
    onSuccess: (data) => {
      saveFile(messages.exportFile, JSON.stringify(data, null, 2), "application/json");
      notify({ title: messages.exportedTitle, description: messages.exportFile });
    },
    onError: notifyFailure(messages.exportFailed, messages.unchanged),
  });
}

function useRefetchSessions() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
