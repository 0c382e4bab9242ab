import type { OddsFormat } from "@orbline/proto/constants/display";
import { useDisplay } from "./display.ts";

const minus = "\u2212";

/** The text with true minus signs in place of the hyphens before numbers. */
export const trueMinus = (text: string) => text.replaceAll(/-(?=\d)/g, minus);

// Not `Intl`, because browsers load it with its first use, which takes as long as the start of the app.
const thousands = /\B(?=(?:\d{3})+(?!\d))/g;

/** A whole number with thousands separators. */
export const count = (number: number) => String(number).replaceAll(thousands, ",");

/** Dollars with two decimals and a true minus sign. */
export function money(amount: number) {
  const cents = amount.toFixed(2);
  const sign = Number(cents) < 0 ? minus : "";
  return `${sign}$${cents.replace("-", "").replaceAll(thousands, ",")}`;
}

/** Dollars with a sign, except for zero. */
export const signedMoney = (amount: number) => `${amount > 0 ? "+" : ""}${money(amount)}`;

/** American odds with their sign. */
export const americanOdds = (odds: number) =>
  `${odds > 0 ? "+" : odds < 0 ? minus : ""}${Math.abs(odds)}`;

/** American odds as words for screen readers. */
export const spokenOdds = (odds: number) => `odds ${odds < 0 ? "minus" : "plus"} ${Math.abs(odds)}`;

/** American odds as the reduced fraction of profit to stake, e.g. `[3, 2]` for +150. */
function fractionalOdds(odds: number): readonly [number, number] {
  const [profit, stake] = odds >= 0 ? [odds, 100] : [100, -odds];
  const divisor = greatestCommonDivisor(profit, stake);
  return [profit / divisor, stake / divisor];
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** American odds in a notation: what is shown, and its words for screen readers. */
export function oddsIn(format: OddsFormat, odds: number): { shown: string; spoken: string } {
  if (format === "american") return { shown: americanOdds(odds), spoken: spokenOdds(odds) };
  if (format === "decimal") {
    const price = decimalOdds(odds).toFixed(2);
    return { shown: price, spoken: `odds ${price}` };
  }
  const [profit, stake] = fractionalOdds(odds);
  return { shown: `${profit}/${stake}`, spoken: `odds ${profit} to ${stake}` };
}

/** American odds as a decimal price. */
export const decimalOdds = (odds: number) => 1 + profitOf(1, odds);

/** The profit of a winning stake at American odds: stake × odds/100, or stake × 100/|odds| when negative. */
export const profitOf = (stake: number, odds: number) =>
  odds >= 0 ? (stake * odds) / 100 : (stake * 100) / Math.abs(odds);

/** A share in percent, rounded to the decimal that `percent` shows. */
export const inPercent = (share: number) => Number((share * 100).toFixed(1));

/** A share in percent with one decimal. What rounds to zero has no sign. For chances of a bet see `probabilityText`. */
export const percent = (share: number) =>
  `${(inPercent(share) || 0).toFixed(1).replace("-", minus)}%`;

/** A probability as a whole percentage. */
export const wholePercent = (share: number) => `${Math.round(share * 100)}%`;

/** A percentage with its sign, one decimal. */
export const signedPercent = (share: number) =>
  `${inPercent(share) > 0 ? "+" : ""}${percent(share)}`;

/** A number with its sign, thousands separators and at most three decimals, e.g. `+1,204` or `−8.5`. */
export const signedNumber = (value: number) =>
  `${value > 0 ? "+" : ""}${trueMinus(String(Number(value.toFixed(3)))).replaceAll(thousands, ",")}`;

// To make a format takes a hundred times as long as to use it, and a list of games shows hundreds of dates.
const formats: Record<string, Intl.DateTimeFormat> = {};

// Dates are shown in the time zone of the user's setting, without one in the browser's.
const local = (date: Date | string, options: Intl.DateTimeFormatOptions) => {
  const all = { timeZone: useDisplay.getState().timeZone, ...options };
  return (formats[JSON.stringify(all)] ??= new Intl.DateTimeFormat("en-US", all)).format(
    new Date(date),
  );
};

const clock = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
const fullDay = { month: "short", day: "numeric", year: "numeric" } as const;

/** A calendar day, e.g. `Nov 23, 2026`. */
export const day = (date: Date | string) => local(date, fullDay);

/** A day of the UTC calendar, `YYYY-MM-DD`, e.g. `Nov 23, 2026`. */
export const utcDay = (date: string) => local(date, { ...fullDay, timeZone: "UTC" });

/** The UTC day of a time without its year, e.g. `Nov 23`. */
export const shortUtcDay = (date: Date) =>
  local(date, { month: "short", day: "numeric", timeZone: "UTC" });

/** A day without its year, e.g. `Nov 23`. */
export const shortDay = (date: Date | string) => local(date, { month: "short", day: "numeric" });

/** A day with its weekday and without its year, e.g. `Mon, Nov 23`. */
export const weekday = (date: Date | string) =>
  local(date, { weekday: "short", month: "short", day: "numeric" });

/** The day of a charge: without its year in the year of `now`, e.g. `Nov 23`, else `Nov 23, 2027`. */
export const chargeDay = (date: Date | string, now: Date) =>
  local(date, { year: "numeric" }) === local(now, { year: "numeric" }) ? shortDay(date) : day(date);

/** A time of day with its zone, e.g. `7:30 PM EST`. */
export const clockTime = (date: Date | string) => local(date, clock);

/** Day and time of a start with the time zone, e.g. `Sat, Nov 21, 7:30 PM EST`. */
export const startTime = (date: Date | string) =>
  local(date, { weekday: "short", month: "short", day: "numeric", ...clock });

/** A day with its year, time and time zone, e.g. `Nov 23, 2026, 9:43 AM EST`. */
export const dayAndTime = (date: Date | string) => local(date, { ...fullDay, ...clock });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A time less than 12 hours from `nowMs`, rounded, e.g. `in 3 h` or `5 min ago`; undefined for others. */
export function fromNow(date: Date | string, nowMs: number): string | undefined {
  const aheadMs = new Date(date).getTime() - nowMs;
  const awayMs = Math.abs(aheadMs);
  if (awayMs >= 12 * hourMs) return undefined;
  if (awayMs < minuteMs) return "now";
  const minutes = Math.round(awayMs / minuteMs);
  const length = minutes < 60 ? `${minutes} min` : `${Math.round(awayMs / hourMs)} h`;
  return aheadMs > 0 ? `in ${length}` : `${length} ago`;
}

/** Day and time of a start; the day is relative when it is near, e.g. `in 3 h, 7:30 PM EST` or `Tomorrow, 7:30 PM EST`. */
export function nearStart(date: Date | string, nowMs: number, far = startTime): string {
  const near = fromNow(date, nowMs) ?? nearDay(date, nowMs);
  return near === undefined ? far(date) : `${near}, ${local(date, clock)}`;
}

function nearDay(date: Date | string, nowMs: number): string | undefined {
  const named = [-1, 0, 1].find((days) => day(new Date(nowMs + days * dayMs)) === day(date));
  return named === undefined ? undefined : ["Yesterday", "Today", "Tomorrow"][named + 1];
}

/** The day of a group in a list, in a sentence: `today`, `yesterday`, `Nov 23`, or `Nov 23, 2025` of another year. */
export const listedDay = (date: Date | string, nowMs: number) =>
  nearDay(date, nowMs)?.toLowerCase() ?? chargeDay(date, new Date(nowMs));

/** As `nearStart`, for lists of many days: without the weekday, and with the year if it is another one than that of `now`. */
export const listedStart = (date: Date | string, nowMs: number) =>
  nearStart(date, nowMs, () => `${chargeDay(date, new Date(nowMs))}, ${clockTime(date)}`);

/** A time in UTC, e.g. `2026-11-20 14:02 UTC`. */
export const utcMinute = (date: string) =>
  `${new Date(date).toISOString().slice(0, 16).replace("T", " ")} UTC`;
