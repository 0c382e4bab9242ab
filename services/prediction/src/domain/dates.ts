export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Days ahead for which a slate lists games. */
export const slateDays = 7;

/**
 * A game leaves the slate this long before it starts: its predictions get their leaf within a second and a signed head
 * within 20 seconds, so that the record log proves every prediction before its games.
 */
export const saleEndsMs = 2 * minuteMs;

/** Calendar date in UTC, YYYY-MM-DD. */
export const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

/** A moment on a date, in hours UTC. */
export const timeOn = (date: string, hours: number): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) + hours * hourMs);

export const addDays = (date: string, days: number): string => dateOf(timeOn(date, 24 * days));

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Day of the week, 0 = Sunday. */
export const weekday = (date: string): number => timeOn(date, 0).getUTCDay();

/** First date of the week that contains a date, for weeks that begin on `firstDay` (0 = Sunday). */
export const weekStart = (date: string, firstDay: number): string =>
  addDays(date, -((weekday(date) - firstDay + 7) % 7));

/** Monday of the week of a moment in UTC, YYYY-MM-DD. */
export const weekOf = (time: Date): string => weekStart(dateOf(time), 1);

/** Formatters by time zone: making one takes longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Calendar date of a moment in a time zone, YYYY-MM-DD. */
export function dateIn(time: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(time);
}
