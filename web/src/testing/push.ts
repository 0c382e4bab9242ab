import { vi } from "vitest";

type Permission = "default" | "granted" | "denied";

/**
 * Gives the browser push messages until the end of the test. `answer` is what the user answers to the question of the
 * browser, and `requests` counts the questions.
 */
export function browserWithPush({ answer = "granted" }: { answer?: Permission } = {}) {
  const endpoint = "https://fcm.googleapis.com/fcm/send/abc";
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  const state = { permission: "default" as Permission, requests: 0, keyBytes: 0 };
  let isSubscribed = false;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys, expirationTime: null }),
    unsubscribe: () => {
      isSubscribed = false;
      return Promise.resolve(true);
    },
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(isSubscribed ? subscription : null),
    subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      isSubscribed = true;
      state.keyBytes = applicationServerKey.length;
      return Promise.resolve(subscription);
    },
  };
  const registration = { pushManager, active: null };
  vi.stubGlobal("PushManager", () => undefined);
  vi.stubGlobal("Notification", {
    get permission() {
      return state.permission;
    },
    requestPermission: () => {
      state.requests += 1;
      state.permission = answer;
      return Promise.resolve(answer);
    },
  });
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
  return {
    state,
    subscription: { endpoint, keys },
    isSubscribed: () => isSubscribed,
    restore: () => {
      vi.unstubAllGlobals();
      Reflect.deleteProperty(navigator, "serviceWorker");
    },
  };
}
