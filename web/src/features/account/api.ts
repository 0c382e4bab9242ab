import type {
  ChangePassword,
  DeleteUser,
  ForgotPassword,
  SessionsResponse,
  UpdateUser,
} from "@orbline/proto/http/account";
import type { User } from "@orbline/proto/http/user";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { deleteOnly, errorText, getJson, patchJson, postJson, postOnly } from "#/lib/api-client.ts";
import { saveFile } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { messages } from "./messages.ts";

const schemas = () => import("@orbline/proto/http/account");
const userSchema = async () => (await import("@orbline/proto/http/user")).userSchema;

const refuse = (title: string) => (error: unknown) =>
  notify({ title, description: errorText(error, messages.unchanged), kind: "error" });

/** Where the account is signed in, this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ["/api/sessions"],
  // Others sign in and out while this page is elsewhere.
  staleTime: 0,
  queryFn: ({ signal }): Promise<SessionsResponse> =>
    getJson("/api/sessions", async () => (await schemas()).sessionsResponseSchema, signal),
});

/** Changes e-mail or phone; `onUser` learns of the account as it is then. */
export const useUpdateUser = ({ onUser }: { onUser: (user: User) => void }) =>
  useSingleMutation({
    mutationFn: (change: UpdateUser) => patchJson("/api/user", change, userSchema),
    onSuccess: onUser,
  });

/** Has the link that proves the address mailed once more. */
export const useResendVerification = () =>
  useSingleMutation({
    mutationFn: () => postOnly("/api/email/verify/resend", {}),
    onSuccess: () => notify({ title: messages.linkSentTitle, description: messages.linkSent }),
    onError: refuse(messages.linkFailed),
  });

/** Has the link mailed that sets the first password of an account that a purchase opened. */
export const useMailPasswordLink = () =>
  useSingleMutation({
    mutationFn: (input: ForgotPassword) => postOnly("/api/password/forgot", input),
  });

const useAskSessionsAgain = () => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
};

/** Changes the password, which ends every other session. */
export const useChangePassword = () => {
  const askAgain = useAskSessionsAgain();
  return useSingleMutation({
    mutationFn: (input: ChangePassword) => postOnly("/api/password", input),
    onSuccess: askAgain,
  });
};

/** Ends one session elsewhere. */
export const useRevokeSession = () => {
  const askAgain = useAskSessionsAgain();
  return useSingleMutation({
    mutationFn: (id: string) => deleteOnly(`/api/sessions/${encodeURIComponent(id)}`),
    onSuccess: () => {
      notify({ title: messages.revokedTitle });
      askAgain();
    },
    onError: refuse(messages.revokeFailed),
  });
};

/** Ends every session but this one. */
export const useRevokeOthers = () => {
  const askAgain = useAskSessionsAgain();
  return useSingleMutation({
    mutationFn: () =>
      postJson(
        "/api/sessions/revoke-others",
        {},
        async () => (await schemas()).revokeOthersResponseSchema,
      ),
    onSuccess: ({ revoked }) => {
      notify({ title: messages.revokedTitle, description: messages.revokedCount(revoked) });
      askAgain();
    },
    onError: refuse(messages.revokeFailed),
  });
};

/** Saves everything that is held about the user as a file. */
export const useExport = () =>
  useSingleMutation({
    mutationFn: () => getJson("/api/user/export", async () => (await schemas()).userExportSchema),
    onSuccess: (data) => {
      saveFile(messages.exportFile, JSON.stringify(data, null, 2), "application/json");
      notify({ title: messages.exportedTitle, description: messages.exportFile });
    },
    onError: refuse(messages.exportFailed),
  });

/** Starts the deletion of the account, which ends every session at once. */
export const useDeleteAccount = () =>
  useSingleMutation({
    mutationFn: (input: DeleteUser) => postOnly("/api/user/delete", input),
  });
