import Bowser from "bowser";

/** The label of a user agent, such as "Firefox on Linux". It omits versions, because they change. */
export function userAgentLabel(userAgent: string | undefined): string {
  if (!userAgent) return "Unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const device = platform.model ?? os.name;
  if (!browser.name) return device ?? "Unknown device";
  return device ? `${browser.name} on ${device}` : browser.name;
}
