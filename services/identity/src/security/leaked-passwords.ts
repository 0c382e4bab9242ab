import { createHash } from "node:crypto";
import type { Logger } from "@orbline/kit/observability/logger";

/** A slow response must not delay a registration for longer. */
const timeoutMs = 1_000;

/**
 * Asks a service with the API of Have I Been Pwned's "Pwned Passwords" whether a password is in a known leak. Only the
 * first five hexadecimal digits of its SHA-1 hash leave this process; hundreds of leaked passwords share them. Padding
 * hides from the network how many. A failure lets the password pass. Without an address nothing is asked.
 */
export function leakedPasswords({
  url,
  logger,
}: {
  url: string;
  logger: Logger;
}): (password: string) => Promise<boolean> {
  if (url === "") return () => Promise.resolve(false);
  return async (password) => {
    const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
    try {
      return countIn(await readRange(url, hash.slice(0, 5)), hash.slice(5)) > 0;
    } catch (err) {
      logger.warn({ err }, "leaked passwords cannot be looked up, the password passes");
      return false;
    }
  };
}

async function readRange(url: string, prefix: string): Promise<string> {
  const response = await fetch(`${url}/range/${prefix}`, {
    headers: { "add-padding": "true", "user-agent": "Orbline" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the service responds ${response.status}`);
  return response.text();
}

/** How often a password leaked, by lines such as `0018A45C4D1DEF81644B54AB7F969B88D65:10`. Padding has the count 0. */
function countIn(lines: string, suffix: string): number {
  const line = lines.split("\n").find((text) => text.startsWith(`${suffix}:`));
  return Number(line?.slice(suffix.length + 1) ?? 0);
}
