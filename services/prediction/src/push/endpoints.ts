/** Hosts of push services, such as `fcm.googleapis.com` or `*.push.apple.com`. */
export type PushHosts = readonly string[];

/** Push services of the browsers: Chromium, Firefox, Safari, Edge. */
export const knownPushHosts: PushHosts = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

/** A name with at least two labels, of which the last one is not a number: neither an IP address nor localhost. */
const hostPattern = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/;

export const isPushHost = (text: string): boolean => hostPattern.test(text);

/**
 * Whether a message may be sent to an endpoint, which a browser has chosen: https on the usual port of a known host, so
 * that no user can let the server call anything else. `allowsLoopback` is for tests.
 */
export function isPushEndpoint(
  endpoint: string,
  { hosts, allowsLoopback }: { hosts: PushHosts; allowsLoopback: boolean },
): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (allowsLoopback && url.protocol === "http:" && url.hostname === "127.0.0.1") return true;
  return url.protocol === "https:" && url.port === "" && hosts.some((host) => covers(host, url));
}

function covers(host: string, { hostname }: URL): boolean {
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
}
