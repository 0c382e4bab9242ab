/** An outcome with its predicted chance. */
export type Call = { p: number; happened: boolean };

/** How far predicted chances lie from what happened. */
export type Calibration = {
  /** Expected calibration error over ten bands of equal width. */
  error: number;
  /** The error that chance alone gives perfectly calibrated predictions of this number, on average. */
  chance: number;
  /** What about one such set of predictions in twenty exceeds. */
  ceiling: number;
};

/** Place of a probability among bands of equal width. */
export const bandIndex = (p: number, width: number): number =>
  Math.min(Math.round(1 / width) - 1, Math.floor(p / width + 1e-9));

const width = 0.1;
const bands = Array.from({ length: Math.round(1 / width) }, (_, band) => band);
/** Normal quantile of nineteen in twenty. */
const nineteenOfTwenty = 1.645;

const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0);

const inBand = (calls: readonly Call[], band: number): Call[] =>
  calls.filter(({ p }) => bandIndex(p, width) === band);

/** Covariance of the absolute values of two centred normals. */
const sharedSpread = (variance: number, other: number, covariance: number): number => {
  const deviations = Math.sqrt(variance * other);
  if (deviations === 0) return 0;
  const r = Math.min(1, Math.max(-1, covariance / deviations));
  return (2 / Math.PI) * deviations * (Math.sqrt(1 - r * r) + r * Math.asin(r) - 1);
};

/**
 * The calibration of calls that are grouped by their game, of which one at most happens. By chance alone a band's miss
 * is a normal, and those of two bands vary together as far as games have a call in both: a two-way game that misses
 * on one side misses as much on the other.
 */
export const calibrationOf = (games: readonly (readonly Call[])[]): Calibration => {
  const calls = games.flat();
  const misses = bands.map((band) =>
    Math.abs(sum(inBand(calls, band).map(({ p, happened }) => p - (happened ? 1 : 0)))),
  );
  const said = games.map((game) => bands.map((band) => sum(inBand(game, band).map(({ p }) => p))));
  const covariance = (one: number, other: number): number =>
    sum(said.map((row) => (row[one] ?? 0) * ((one === other ? 1 : 0) - (row[other] ?? 0))));
  const variances = bands.map((band) => covariance(band, band));
  const mean = sum(variances.map((variance) => Math.sqrt((2 / Math.PI) * variance)));
  const spread = sum(
    bands.flatMap((one) =>
      bands.map((other) =>
        sharedSpread(variances[one] ?? 0, variances[other] ?? 0, covariance(one, other)),
      ),
    ),
  );
  return {
    error: sum(misses) / calls.length,
    chance: mean / calls.length,
    ceiling: (mean + nineteenOfTwenty * Math.sqrt(spread)) / calls.length,
  };
};
