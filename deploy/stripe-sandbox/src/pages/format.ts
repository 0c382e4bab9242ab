/** Cents as dollars, for example `$19.99`. */
export function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** A Unix second as a calendar day in UTC, for example `November 23, 2026`. */
export function day(at: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at * 1000);
}
