const minus = "\u2212";

/** The text with true minus signs in place of the hyphens before numbers. */
export const trueMinus = (text: string) => text.replaceAll(/-(?=\d)/g, minus);

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
});

/** Dollars with two decimals and a true minus sign. */
export const money = (amount: number) => dollars.format(amount).replace("-", minus);

/** Dollars with a sign, except for zero. */
export const signedMoney = (amount: number) => `${amount > 0 ? "+" : ""}${money(amount)}`;

/** American odds with their sign. */
export const americanOdds = (odds: number) =>
  `${odds > 0 ? "+" : odds < 0 ? minus : ""}${Math.abs(odds)}`;

/** American odds as words for screen readers. */
export const spokenOdds = (odds: number) => `odds ${odds < 0 ? "minus" : "plus"} ${Math.abs(odds)}`;

/** American odds as a decimal price. */
export const decimalOdds = (odds: number) => 1 + profitOf(1, odds);

/** The profit of a winning stake at American odds: stake × odds/100, or stake × 100/|odds| when negative. */
export const profitOf = (stake: number, odds: number) =>
  odds >= 0 ? (stake * odds) / 100 : (stake * 100) / Math.abs(odds);

/** A probability in percent with one decimal. */
export const percent = (share: number) => `${(share * 100).toFixed(1).replace("-", minus)}%`;

/** A probability as a whole percentage. */
export const wholePercent = (share: number) => `${Math.round(share * 100)}%`;

/** A percentage with its sign, one decimal. */
export const signedPercent = (share: number) => `${share > 0 ? "+" : ""}${percent(share)}`;

/** A calendar day, e.g. `Nov 23, 2026`. */
export const day = (date: Date | string) =>
  new Date(date).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric" });

/** A day without its year, e.g. `Nov 23`. */
export const shortDay = (date: Date | string) =>
  new Date(date).toLocaleDateString("en-US", { month: "short", day: "numeric" });

/** The day of a charge: without its year in the year of `now`, e.g. `Nov 23`, else `Nov 23, 2027`. */
export const chargeDay = (date: Date | string, now: Date) =>
  new Date(date).getFullYear() === now.getFullYear() ? shortDay(date) : day(date);

/** Day and time of a start, e.g. `Sat, Nov 21, 7:30 PM`. */
export const startTime = (date: string) =>
  new Date(date).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** A day with its year and time, e.g. `Nov 23, 2026, 9:43 AM`. */
export const dayAndTime = (date: Date | string) =>
  new Date(date).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** A time in UTC, e.g. `2026-11-20 14:02 UTC`. */
export const utcMinute = (date: string) =>
  `${new Date(date).toISOString().slice(0, 16).replace("T", " ")} UTC`;
