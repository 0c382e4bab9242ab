import { dayMs, timeOn, weekOf } from "./dates.ts";

/** Hour UTC on Mondays when recaps are due: the games of Sunday evening in America are over and settled. */
const recapHour = 13;
const weekMs = 7 * dayMs;

/** The first time after a moment when weekly recaps are due. */
export function nextRecapAt(after: Date): Date {
  const monday = timeOn(weekOf(after), recapHour);
  return monday > after ? monday : new Date(monday.getTime() + weekMs);
}

/** The seven days before the last time when recaps were due. After an outage of weeks that is the last week alone. */
export function recapWeek(now: Date): { from: Date; to: Date } {
  const to = new Date(nextRecapAt(now).getTime() - weekMs);
  return { from: new Date(to.getTime() - weekMs), to };
}
