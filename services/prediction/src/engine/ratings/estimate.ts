/** A Gaussian estimate of a number that counts for (+1) or against (−1) the home team. */
export type Estimate = Readonly<{ sign: 1 | -1; mean: number; variance: number }>;

/** Mean of the signed sum of independent estimates. */
export const expected = (estimates: readonly Estimate[]): number =>
  estimates.reduce((total, { sign, mean }) => total + sign * mean, 0);

/** Variance of the sum of independent estimates. */
export const uncertainty = (estimates: readonly Estimate[]): number =>
  estimates.reduce((total, { variance }) => total + variance, 0);

/**
 * Kalman update (Kalman 1960; for team strengths Glickman and Stern 1998): divides the error of the expected sum
 * among the estimates by their variances. `noise` is the variance of the observation itself.
 */
export function update(estimates: readonly Estimate[], error: number, noise: number): Estimate[] {
  const total = uncertainty(estimates) + noise;
  return estimates.map(({ sign, mean, variance }) => ({
    sign,
    mean: mean + sign * (variance / total) * error,
    variance: variance * (1 - variance / total),
  }));
}
