const format = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/**
 * A time as an email shows it: `December 1, 2026, 2:54 AM UTC`. A date alone could contradict the screens, which show
 * the reader's own time zone; the services do not know that time zone.
 */
export function mailTime(at: Date): string {
  return `${format.format(at).replace(" at ", ", ")} UTC`;
}
