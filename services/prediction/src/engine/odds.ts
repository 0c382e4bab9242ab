/** Decimal odds of an American price (−100 and +100 are both 2). @throws RangeError when |price| < 100. */
export const americanToDecimal = (american: number): number => {
  if (!Number.isFinite(american) || Math.abs(american) < 100) {
    throw new RangeError(`not an American price: ${american}`);
  }
  return american > 0 ? 1 + american / 100 : 1 + 100 / -american;
};

/** American price of decimal odds, rounded to a whole number, evens as +100. @throws RangeError when not above 1. */
export const decimalToAmerican = (decimal: number): number => {
  if (!Number.isFinite(decimal) || decimal <= 1) {
    throw new RangeError(`not decimal odds: ${decimal}`);
  }
  const american = decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1);
  const rounded = Math.round(american);
  return rounded === -100 ? 100 : rounded;
};

/** Probability a price implies before its margin is removed. @throws RangeError when |price| < 100. */
export const impliedProbability = (american: number): number => 1 / americanToDecimal(american);

/** Two-way prices whose implied chances lie this close are scaled, not raised to a power. */
const nearEven = 0.1;

/**
 * Fair probabilities of one book's American prices in the order given: by the power method
 * (Clarke 2017), proportionally for near-even two-way prices. @throws RangeError on a bad price.
 */
export const devig = (prices: readonly number[]): number[] => {
  const implied = prices.map(impliedProbability);
  const sum = implied.reduce((total, p) => total + p, 0);
  const [first = 0, second = 0] = implied;
  if (sum <= 1 || (implied.length === 2 && Math.abs(first - second) < nearEven)) {
    return implied.map((p) => p / sum);
  }
  const power = fairPower(implied);
  const raised = implied.map((p) => p ** power);
  const total = raised.reduce((all, p) => all + p, 0);
  return raised.map((p) => p / total);
};

/** The power that makes implied probabilities sum to 1, by bisection. */
const fairPower = (implied: readonly number[]): number => {
  let low = 1;
  let high = 8;
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    const sum = implied.reduce((total, p) => total + p ** middle, 0);
    if (sum > 1) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};
