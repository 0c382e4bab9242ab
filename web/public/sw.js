// The service worker: offline, it shows the page /offline in place of any page. Online, pages always come from the
// network, and only files of the build, whose names change with their content, come from its cache. It never answers a
// call of the API. The gateway can replace this file by one that removes it (SERVICE_WORKER=remove).

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

// Each page names the files that it has loaded, so that the offline page has them too.
self.addEventListener("message", (event) => {
  const { files } = event.data ?? {};
  if (Array.isArray(files)) event.waitUntil(keep(files));
});

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
