import type { NotificationSettings } from "@orbline/proto/http/prediction/notices";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify, notifyFailure } from "#/stores/notice-store.ts";
import { notificationMessages as messages } from "./messages.ts";

/** When the signed-in user wants emails about settled picks. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ["/api/notification-settings"],
  queryFn: ({ signal }) => call("prediction", "GET /api/notification-settings", { signal }),
});

/** Stores the choice of emails. */
export function useNotificationSettings() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: NotificationSettings) =>
      call("prediction", "PATCH /api/notification-settings", { body }),
    onSuccess: (saved) => {
      client.setQueryData(notificationSettingsQuery.queryKey, saved);
      notify({ title: messages.saved });
    },
    onError: notifyFailure(messages.notSaved, messages.unchanged),
  });
}

/** Turns emails off by the token of one of them. */
export function useUnsubscribe() {
  return useSingleMutation({
    mutationFn: async (token: string) => {
      await call("prediction", "POST /api/unsubscribe", { query: { token } });
      return true;
    },
  });
}
