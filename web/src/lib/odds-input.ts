import { priceCheckLimits } from "@orbline/proto/constants/price-check";

const { longestOdds } = priceCheckLimits;

/**
 * Parses typed odds and returns them as American ones. A sign or a whole number from 100 on means American odds
 * (`+150`, `-110`, `150`), a slash fractional ones (`3/2`), any other number decimal ones (`2.5`, `2,5`). Undefined for
 * other texts and for odds that no price check takes.
 */
export function parseOdds(text: string): number | undefined {
  const typed = text
    .trim()
    .replaceAll(/[\u2212\u2013]/g, "-")
    .replace(",", ".");
  const fraction = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(typed);
  if (fraction) return fromDecimal(1 + Number(fraction[1]) / Number(fraction[2]));
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(typed)) return undefined;
  const value = Number(typed);
  const isAmerican = /^[+-]/.test(typed) || (Number.isInteger(value) && value >= 100);
  if (!isAmerican) return fromDecimal(value);
  return Number.isInteger(value) ? withinLimits(value) : undefined;
}

/** American odds of a decimal price; evens are +100. */
function fromDecimal(price: number): number | undefined {
  if (!Number.isFinite(price) || price <= 1) return undefined;
  const odds = Math.round(price >= 2 ? (price - 1) * 100 : -100 / (price - 1));
  return withinLimits(odds === -100 ? 100 : odds);
}

const withinLimits = (odds: number) =>
  Math.abs(odds) >= 100 && Math.abs(odds) <= longestOdds ? odds : undefined;
