const dayMs = 86_400_000;

/** Monday of the week of a moment in UTC, YYYY-MM-DD. */
export const weekOf = (time: Date): string => {
  const sinceMonday = (time.getUTCDay() + 6) % 7;
  return new Date(time.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10);
};
