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

/** Requests that a client, its /56 and its /48 network may make, as multiples of those of one client. */
export type NetworkWeight = 1 | 4 | 16;

/** Creates one value for each weight, such as a limiter. */
export function byWeight<T>(create: (weight: NetworkWeight) => T): Record<NetworkWeight, T> {
  return { 1: create(1), 4: create(4), 16: create(16) };
}

/**
 * Keys by which a request counts: those of its client and, for IPv6, of the wider networks. Without these, a customer with a /56
 * network could make the requests of 256 clients.
 */
export function weightedKeys(ip: string): { key: string; weight: NetworkWeight }[] {
  const client = { key: clientKey(ip), weight: 1 } as const;
  const [site, provider] = wideNetworks(ip);
  if (site === undefined || provider === undefined) return [client];
  // The suffixes keep a /56 network apart from a /64 network of the same digits.
  return [client, { key: `${site}/56`, weight: 4 }, { key: `${provider}/48`, weight: 16 }];
}

/** Key of an end site, to which a provider usually gives an IPv4 address or a /56 network. */
export function endSiteKey(ip: string): string {
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
