const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const mostTicks = 5;

/** Round values, evenly spaced, that enclose all of these and zero. */
export const ticksAround = (values: readonly number[]): number[] => {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const reach = high - low;
  const step =
    steps.find((size) => reach / size <= mostTicks - 1) ??
    10 ** Math.ceil(Math.log10(reach / (mostTicks - 1)));
  const from = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil(high / step) - from / step);
  return Array.from({ length: count + 1 }, (_, index) => from + index * step);
};
