const micro = 1e6;

/** A figure rounded to six decimals. */
export const toMicro = (value: number): number => Math.round(value * micro) / micro;

/** Sum of figures of six decimals; rounded again, so that it does not depend on the order of adding. */
export const addMicro = (sum: number, value: number): number => toMicro(sum + toMicro(value));
