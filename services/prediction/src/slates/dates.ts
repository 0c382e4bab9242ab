const dayMs = 86_400_000;

/** Calendar date in UTC, YYYY-MM-DD. */
export const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The same date some days later; negative goes back. */
export const addDays = (date: string, days: number): string =>
  dateOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs));

/** Whole days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/** Day of the week, 0 = Sunday. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The week that a date lies in, for weeks that begin on a given weekday: its first date and its number since 1970. */
export const weekFrom = (date: string, firstDay: number): { start: string; number: number } => {
  const start = addDays(date, -((weekday(date) - firstDay + 7) % 7));
  return { start, number: Math.floor(daysBetween("1970-01-01", start) / 7) };
};

/** A moment on a date, in hours UTC. */
export const timeOn = (date: string, hours: number): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) + hours * 3_600_000);

/** Days ahead for which a slate lists games. */
export const slateDays = 7;
