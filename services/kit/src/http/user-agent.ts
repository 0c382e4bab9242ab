import Bowser from "bowser";

const unknown = "Unknown device";

/** Browsers send less. */
const longestUserAgent = 300;

const knownBrowsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * The label of a user agent, such as "Firefox on Linux". It omits versions, because they change, and names that the library
 * does not know: those are a text of the sender, which owners and admins would read beside their accounts.
 */
export function userAgentLabel(userAgent: string | undefined): string {
  if (!userAgent) return unknown;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, longestUserAgent));
  const device = platform.model ?? os.name;
  if (!knownBrowsers.has(browser.name ?? "")) return device ?? unknown;
  return device ? `${browser.name} on ${device}` : (browser.name ?? unknown);
}
