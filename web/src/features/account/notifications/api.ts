import type { NotificationSettings } from "@orbline/proto/http/prediction/notices";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify, notifyFailure } from "#/stores/toast-store.ts";
import { notificationMessages as messages } from "./messages.ts";
import { pushDeviceId, subscribePush, unsubscribePush } from "./push-browser.ts";

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

/** Devices that get push messages, and which of them this browser is. */
export const pushDevicesQuery = queryOptions({
  queryKey: ["/api/push-devices"],
  // The browser can end its subscription at any time.
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const [{ vapidPublicKey, devices }, id] = await Promise.all([
      call("prediction", "GET /api/push-devices", { signal }),
      pushDeviceId().catch(() => undefined),
    ]);
    return { vapidPublicKey, devices, thisDevice: devices.find((device) => device.id === id) };
  },
});

/** Asks for permission and turns on push messages in this browser. */
export function useTurnPushOn() {
  const onSettled = useRefetchPush();
  return useSingleMutation({
    mutationFn: async (vapidPublicKey: string) => {
      try {
        const body = await subscribePush(vapidPublicKey);
        await call("prediction", "POST /api/push-devices", { body });
      } catch (error) {
        // A subscription that the server does not know would stay in the browser.
        await unsubscribePush().catch(() => undefined);
        throw error;
      }
    },
    onSuccess: () => {
      notify({ title: messages.push.turnedOn });
      onSettled();
    },
    onError: (error) => {
      notifyFailure(messages.push.failed, messages.push.notOn)(error);
      onSettled();
    },
  });
}

/** Stops push messages to a device. */
export function useRemovePushDevice({ isThis }: { isThis: boolean }) {
  const onSettled = useRefetchPush();
  return useSingleMutation({
    mutationFn: async (id: string) => {
      if (isThis) await unsubscribePush();
      await call("prediction", "DELETE /api/push-devices/{id}", { params: { id } });
    },
    onSuccess: () => {
      notify({ title: isThis ? messages.push.turnedOff : messages.push.removed });
      onSettled();
    },
    onError: notifyFailure(messages.push.notRemoved, messages.unchanged),
  });
}

function useRefetchPush() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: pushDevicesQuery.queryKey });
}
