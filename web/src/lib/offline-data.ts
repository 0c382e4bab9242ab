import type { HistoryEntry } from "@orbline/proto/http/prediction/history";

/** The predictions of the signed-in user as they were at a time (ISO 8601). */
export type OfflinePredictions = { savedAt: string; predictions: HistoryEntry[] };

// In a cache and not in the storage of settings, so that one call deletes everything of the user.
const cacheName = "orbline.user";
const address = "/offline-predictions";

/** Stores what the user can read without a network, in place of what was stored. */
export async function saveOffline(data: OfflinePredictions): Promise<void> {
  const cache = await globalThis.caches?.open(cacheName);
  await cache?.put(address, Response.json(data));
}

/** What is stored; undefined without any, and where the browser has no storage for it. */
export async function readOffline(): Promise<OfflinePredictions | undefined> {
  try {
    const stored = await globalThis.caches?.match(address, { cacheName });
    return (await stored?.json()) as OfflinePredictions | undefined;
  } catch {
    return undefined;
  }
}

/** Deletes everything of the user that is readable without a network, and lets the service worker end push messages. */
export async function clearOffline(): Promise<void> {
  // A browser that blocks the site's data throws.
  await globalThis.caches?.delete(cacheName).catch(() => false);
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  worker?.active?.postMessage({ signedOut: true });
}
