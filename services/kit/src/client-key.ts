/**
 * Key by which requests of one client are counted: its IPv4 address, or the /64 network of its IPv6 address, which one
 * household owns.
 */
export function clientKey(ip: string): string {
  if (ip.startsWith("::ffff:")) return ip.slice(7);
  return ip.includes(":") ? networkGroups(ip).join(":") : ip;
}

/** The /56 and the /48 network of an IPv6 address, which a provider gives to one customer; none for IPv4. */
export function wideNetworks(ip: string): [string, string] | [] {
  if (!ip.includes(":") || ip.startsWith("::ffff:")) return [];
  const [first = "", second = "", third = "", fourth = ""] = networkGroups(ip);
  const site = [first, second, third].join(":");
  return [`${site}:${fourth.padStart(4, "0").slice(0, 2)}`, site];
}

/**
 * How many times the requests of one client each of its {@link clientKeys} may count: itself, its /56 and its /48 network. A
 * line whose provider gives it a wide network would be hundreds of clients otherwise.
 */
export const networkWeights = [1, 4, 16] as const;

/** Keys by which a client is counted: its own and, for IPv6, those of its {@link wideNetworks}. */
export function clientKeys(ip: string): string[] {
  return [clientKey(ip), ...wideNetworks(ip)];
}

/** Key of everything that one line of a provider usually has: the IPv4 address, or the /56 network of the IPv6 address. */
export function lineKey(ip: string): string {
  return wideNetworks(ip)[0] ?? clientKey(ip);
}

/** The four groups of the /64 network of an IPv6 address. */
function networkGroups(ip: string): string[] {
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill("0")].slice(0, 4);
}
