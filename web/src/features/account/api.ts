import type {
  ChangePassword,
  DeleteUser,
  ForgotPassword,
  UpdateUser,
} from "@orbline/proto/http/identity/account";
import type { User } from "@orbline/proto/http/identity/user";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call, errorText } from "#/lib/api.ts";
import { saveFile } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { messages } from "./messages.ts";

/** Sessions of the signed-in user, this browser's first. */
export const sessionsQuery = queryOptions({
  queryKey: ["/api/sessions"],
  // Sessions begin and end in other browsers, so each visit of the page loads the list again.
  staleTime: 0,
  queryFn: ({ signal }) => call("identity", "GET /api/sessions", { signal }),
});

/** Changes email or phone; `onUser` receives the changed account. */
export function useUpdateUser({ onUser }: { onUser: (user: User) => void }) {
  return useSingleMutation({
    mutationFn: (change: UpdateUser) => call("identity", "PATCH /api/user", { body: change }),
    onSuccess: onUser,
  });
}

/** Sends the verification mail again. */
export function useResendVerification() {
  return useSingleMutation({
    mutationFn: () => call("identity", "POST /api/email/verify/resend", { body: {} }),
    onSuccess: () => notify({ title: messages.linkSentTitle, description: messages.linkSent }),
    onError: notifyFailure(messages.linkFailed),
  });
}

/** Mails the link that sets the first password of an account without one. */
export function useMailPasswordLink() {
  return useSingleMutation({
    mutationFn: (input: ForgotPassword) =>
      call("identity", "POST /api/password/forgot", { body: input }),
  });
}

/** Changes the password, which ends every other session. */
export function useChangePassword() {
  const refetchSessions = useRefetchSessions();
  return useSingleMutation({
    mutationFn: (input: ChangePassword) => call("identity", "POST /api/password", { body: input }),
    onSuccess: refetchSessions,
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
    onError: notifyFailure(messages.revokeFailed),
  });
}

/** Ends every session but this one. */
export function useRevokeOthers() {
  const refetchSessions = useRefetchSessions();
  return useSingleMutation({
    mutationFn: () => call("identity", "POST /api/sessions/revoke-others", { body: {} }),
    onSuccess: ({ revoked }) => {
      notify({ title: messages.revokedTitle, description: messages.revokedCount(revoked) });
      refetchSessions();
    },
    onError: notifyFailure(messages.revokeFailed),
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
    onError: notifyFailure(messages.exportFailed),
  });
}

/** Starts the deletion of the account, which ends every session at once. */
export function useDeleteAccount() {
  return useSingleMutation({
    mutationFn: (input: DeleteUser) => call("identity", "POST /api/user/delete", { body: input }),
  });
}

function useRefetchSessions() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

function notifyFailure(title: string) {
  return (error: unknown) =>
    notify({ title, description: errorText(error, messages.unchanged), kind: "error" });
}
