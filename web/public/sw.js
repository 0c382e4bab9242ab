// The service worker: offline, it shows the page /offline in place of any page. Online, pages always come from the
// network, and only files of the build, whose names change with their content, come from its cache. It never answers a
// call of the API. It also shows push messages about settled picks. The gateway can replace this file by one that
// removes it (SERVICE_WORKER=remove).

const shellCache = "orbline.shell";
const fileCache = "orbline.files";
const shell = "/offline";
const mostFiles = 200;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([storeShell(), self.skipWaiting()]));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(navigate(request, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(cacheFirst(request));
});

// Each page names the files that it has loaded, so that the offline page has them too, and says when the user has left.
self.addEventListener("message", (event) => {
  const { files, signedOut } = event.data ?? {};
  if (Array.isArray(files)) event.waitUntil(keep(files));
  if (signedOut) event.waitUntil(endPush());
});

self.addEventListener("push", (event) => event.waitUntil(showPick(event.data)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

// A browser may replace a subscription at any time.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewPush(event)));

async function navigate(request, pathname) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await caches.match(shell, { ignoreVary: true, cacheName: shellCache });
    if (!page) throw error;
    if (pathname === shell) return page;
    const { search } = new URL(request.url);
    return Response.redirect(`${shell}?from=${encodeURIComponent(pathname + search)}`, 302);
  }
}

async function cacheFirst(request) {
  const cache = await caches.open(fileCache);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function keep(files) {
  const cache = await caches.open(fileCache);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter((file) => file.startsWith("/assets/") && !known.has(file));
  await Promise.all(missing.map((file) => cache.add(file).catch(() => undefined)));
  // Another build has other files, and a page that names them.
  if (missing.length > 0) await storeShell();
  const stored = await cache.keys();
  const old = stored.slice(0, Math.max(0, stored.length - mostFiles));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function storeShell() {
  const response = await fetch(shell, { cache: "no-store" });
  if (response.ok) await (await caches.open(shellCache)).put(shell, response);
}

// A browser ends the subscription of a worker that shows nothing for a message.
async function showPick(data) {
  const { title = "A pick is settled", body = "", predictionId } = readPush(data);
  await self.registration.showNotification(title, {
    body,
    icon: "/icons/192.png",
    // A second message about the same pick replaces the first.
    tag: predictionId,
    data: { path: predictionId ? `/predictions/${encodeURIComponent(predictionId)}` : "/notices" },
  });
}

function readPush(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

// Shows a page in the tab that has it, else in the tab that was used last, else in a new one.
async function open(path) {
  const { href } = new URL(path, self.location.origin);
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href) ?? tabs[0];
  if (!tab) return self.clients.openWindow(href);
  await tab.focus();
  // A tab that this worker does not control cannot be navigated by it.
  if (tab.url !== href) await tab.navigate(href).catch(() => self.clients.openWindow(href));
}

// After a sign-out nothing of the user may be shown here, even if the server is not reached.
async function endPush() {
  for (const notification of await self.registration.getNotifications()) notification.close();
  const subscription = await self.registration.pushManager?.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await Promise.allSettled([
    subscription.unsubscribe(),
    post("/api/push-devices/forget", { endpoint }),
  ]);
}

async function renewPush({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration;
  const subscription =
    newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const { ok } = await post("/api/push-devices", { endpoint, keys });
  if (!ok) await subscription.unsubscribe();
}

function post(path, body) {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}
