export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export const logit = (p: number): number => Math.log(p / (1 - p));

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export const product = (values: readonly number[]): number =>
  values.reduce((total, value) => total * value, 1);

/** The middle value, or the mean of both middle values; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const micro = 1e6;

export const toMicro = (value: number): number => Math.round(value * micro) / micro;

/** A sum of values of six decimals; rounded again, so that it does not depend on the order of addition. */
export const addMicro = (total: number, value: number): number => toMicro(total + toMicro(value));

export const toCents = (amount: number): number =>
  Math.round((amount + Number.EPSILON) * 100) / 100;
