/** An uncertain number that counts for (+1) or against (−1) the home side. */
export type Belief = Readonly<{ sign: 1 | -1; mean: number; variance: number }>;

/** The difference all beliefs together expect. */
export const expected = (beliefs: readonly Belief[]): number =>
  beliefs.reduce((sum, { sign, mean }) => sum + sign * mean, 0);

/** Variance of the sum of independent beliefs. */
export const uncertainty = (beliefs: readonly Belief[]): number =>
  beliefs.reduce((sum, { variance }) => sum + variance, 0);

/** Kalman step: shares an error of the expected difference out by variance; `noise` is the observation's own. */
export const observe = (beliefs: readonly Belief[], error: number, noise: number): Belief[] => {
  const total = uncertainty(beliefs) + noise;
  return beliefs.map(({ sign, mean, variance }) => ({
    sign,
    mean: mean + sign * (variance / total) * error,
    variance: variance * (1 - variance / total),
  }));
};
