import Bowser from "bowser";

const unknown = "Unknown device";

/** More characters than browsers send. */
const maxLength = 300;

const knownBrowsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * The label of a user agent, such as "Firefox on Linux". It omits versions, because they change. It also omits browser names
 * that the library does not know, because the sender could write anything there for account owners and admins to read.
 */
export function userAgentLabel(userAgent: string | undefined): string {
  if (!userAgent) return unknown;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, maxLength));
  const name = knownBrowsers.has(browser.name ?? "") ? browser.name : undefined;
  const device = platform.model ?? os.name;
  return name && device ? `${name} on ${device}` : (name ?? device ?? unknown);
}
