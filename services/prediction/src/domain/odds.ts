/** Decimal odds of an American price; −100 and +100 are both 2. @throws RangeError when |price| is below 100 */
export function americanToDecimal(american: number): number {
  if (!Number.isFinite(american) || Math.abs(american) < 100)
    throw new RangeError(`not an American price: ${american}`);
  return american > 0 ? 1 + american / 100 : 1 + 100 / -american;
}

/** American price of decimal odds, rounded once to a whole number; evens are +100. @throws RangeError when not above 1 */
export function decimalToAmerican(decimal: number): number {
  if (!Number.isFinite(decimal) || decimal <= 1)
    throw new RangeError(`not decimal odds: ${decimal}`);
  const american = Math.round(decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1));
  return american === -100 ? 100 : american;
}

/** Whether a number is an American price as books quote it: whole, and at least 100 either way. */
export function isAmerican(price: number): boolean {
  return Number.isInteger(price) && Math.abs(price) >= 100;
}

/** Implied probabilities of one book that sum to less or more than this contain a mistake. */
const soundSum = { from: 0.97, to: 1.25 };

/** Whether one book's prices of all outcomes are American prices whose implied probabilities sum to about 1. */
export function hasSoundSum(prices: readonly number[]): boolean {
  const sum = prices.reduce((total, price) => total + 1 / americanToDecimal(price), 0);
  return sum >= soundSum.from && sum <= soundSum.to;
}

/** American odds of a parlay: the product of the legs' decimal odds, rounded once. */
export function parlayOdds(legs: readonly { odds: number }[]): number {
  return decimalToAmerican(
    legs.reduce((product, { odds }) => product * americanToDecimal(odds), 1),
  );
}
