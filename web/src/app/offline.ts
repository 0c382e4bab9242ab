import type { QueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "#/features/auth/api.ts";
import { recentPredictionsQuery } from "#/features/prediction/api.ts";
import { clearOffline, saveOffline } from "#/lib/offline-data.ts";

const worker = "/sw.js";
const kept = recentPredictionsQuery(20);

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => { createScriptURL: (url: string) => string };
};

let installing: Promise<void> | undefined;

/**
 * Installs the service worker and keeps the user's last predictions readable without a network. Without service
 * workers, or when it fails, everything else works.
 */
export async function enableOffline(userId: string, client: QueryClient): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await (installing ??= install());
    await keepPredictions(userId, client);
  } catch {
    // The app tries again when it is loaded again.
  }
}

async function install(): Promise<void> {
  await navigator.serviceWorker.register(workerUrl(), { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  // The page that needs its files when nothing can be loaded.
  await import("./routes/offline.tsx");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to a worker have no target origin
  active?.postMessage({ files: loadedFiles() });
}

async function keepPredictions(userId: string, client: QueryClient): Promise<void> {
  const isSignedIn = () => client.getQueryData(currentUserQuery.queryKey)?.id === userId;
  const { predictions } = await client.fetchQuery({ ...kept, staleTime: 0 });
  if (!isSignedIn()) return;
  await saveOffline({ savedAt: new Date().toISOString(), predictions });
  if (!isSignedIn()) await clearOffline();
}

/** The files of the build that this page has loaded. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname)
    .filter((pathname) => pathname.startsWith("/assets/"));
}

/** The content security policy takes the address of a worker from this Trusted Types policy only. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => worker });
  return policy ? policy.createScriptURL(worker) : worker;
}
