/**
 * Key by which requests of one client are counted: its IPv4 address, or the /64 network of its IPv6 address, which one
 * household owns.
 */
export function clientKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  if (ip.startsWith("::ffff:")) return ip.slice(7);
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill("0")].slice(0, 4).join(":");
}
