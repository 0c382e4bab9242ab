import { createHash } from "node:crypto";
import type { WebFile } from "./web-files.ts";

/** The address of the web app's service worker. Browsers ask for it again with every visit, at least once a day. */
export const serviceWorkerPath = "/sw.js";

/** The worker may call the gateway and show its icons, and nothing else. It needs a policy of its own: the one of other files forbids that. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'";

/** Replaces a worker that does harm: deletes everything that it stored and removes itself. Pages then come from the network. */
export const removingWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** The removing worker as a file of the web app. */
export function removingWorkerFile(): WebFile {
  const body = Buffer.from(removingWorker);
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  const type = "text/javascript; charset=utf-8";
  return { type, plain: { body, etag }, compressed: [], immutable: false };
}
