import type { NewPushDevice } from "@orbline/proto/http/prediction/push";

/** What keeps this browser from getting push messages. */
export type PushObstacle = "not-installed" | "unsupported" | "denied";

const workerTimeoutMs = 10_000;

/** What keeps this browser from getting push messages now; undefined when nothing does. */
export function pushObstacle(): PushObstacle | undefined {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return Notification.permission === "denied" ? "denied" : undefined;
  return isAppleTouchDevice() ? "not-installed" : "unsupported";
}

/** Id of this browser's push subscription among the user's devices; undefined without one. */
export async function pushDeviceId(): Promise<string | undefined> {
  const subscription = await findSubscription();
  if (!subscription) return undefined;
  const endpoint = new TextEncoder().encode(subscription.endpoint);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", endpoint));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks for permission, then creates a new push subscription. @throws when the user or the browser refuses */
export async function subscribePush(vapidPublicKey: string): Promise<NewPushDevice> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
  const { pushManager } = await readyWorker();
  // A subscription is bound to the key that it was made with, and perhaps known for another user.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: toBytes(vapidPublicKey),
  });
  const { endpoint, keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh, auth } };
}

/** Ends the push subscription of this browser. */
export async function unsubscribePush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  if (pushObstacle()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

/** The installed service worker, which is ready soon after the page has loaded. @throws without one */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("no service worker")), workerTimeoutMs);
  });
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/** An iPad calls itself a Mac. */
function isAppleTouchDevice(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1)
  );
}

function toBytes(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
