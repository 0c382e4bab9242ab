import Bowser from "bowser";

/** What is said of a device that does not say what it is. */
export const unknownDevice = "Unknown device";

/** A user agent in words a person knows, such as "Firefox on Linux"; versions are left out as they change. */
export const deviceWords = (userAgent: string | undefined): string => {
  if (!userAgent) return unknownDevice;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const program = browser.name ?? "";
  const place = platform.model ?? os.name ?? "";
  if (!program) return place || unknownDevice;
  return place ? `${program} on ${place}` : program;
};
