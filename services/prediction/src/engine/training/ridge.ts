import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { logistic } from "../ratings/rating.ts";

/** A yes/no observation with its features. */
export type Observation = { features: readonly number[]; happened: boolean };

const steps = 12;
const settled = 1e-8;

/**
 * Logistic regression without intercept under a ridge on standardised features, by Newton's method.
 * Gives the coefficients of the features as they come, and the penalised negative log likelihood.
 */
export const fitRidge = (
  observations: readonly Observation[],
  width: number,
  ridge: number,
): { coefficients: number[]; loss: number } => {
  const scales = Array.from({ length: width }, (_, i) => {
    const squares = observations.reduce((sum, { features }) => sum + (features[i] ?? 0) ** 2, 0);
    return Math.sqrt(squares / Math.max(1, observations.length)) || 1;
  });
  const rows = observations.map(({ features, happened }) => ({
    x: scales.map((scale, i) => (features[i] ?? 0) / scale),
    y: happened ? 1 : 0,
  }));
  let b = scales.map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const change = newtonStep(rows, b, ridge);
    b = b.map((value, i) => value + (change[i] ?? 0));
    if (Math.max(...change.map(Math.abs)) < settled) break;
  }
  return {
    coefficients: b.map((value, i) => value / (scales[i] ?? 1)),
    loss: lossAt(rows, b) + (ridge / 2) * b.reduce((sum, value) => sum + value ** 2, 0),
  };
};

type Row = { x: readonly number[]; y: number };

const dot = (x: readonly number[], b: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < x.length; i += 1) sum += (x[i] ?? 0) * (b[i] ?? 0);
  return sum;
};

const lossAt = (rows: readonly Row[], b: readonly number[]): number =>
  rows.reduce((sum, { x, y }) => sum + Math.log1p(Math.exp(y === 1 ? -dot(x, b) : dot(x, b))), 0);

const newtonStep = (rows: readonly Row[], b: readonly number[], ridge: number): number[] => {
  const n = b.length;
  const gradient = b.map((value) => -ridge * value);
  const hessian = new Float64Array(n * n);
  for (const { x, y } of rows) {
    const p = logistic(dot(x, b));
    for (let i = 0; i < n; i += 1) {
      const xi = x[i] ?? 0;
      if (xi === 0) continue;
      gradient[i] = (gradient[i] ?? 0) + xi * (y - p);
      const weighted = p * (1 - p) * xi;
      for (let j = 0; j <= i; j += 1) {
        hessian[i * n + j] = (hessian[i * n + j] ?? 0) + weighted * (x[j] ?? 0);
      }
    }
  }
  const matrix = new Matrix(n, n);
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const value = (hessian[i * n + j] ?? 0) + (i === j ? ridge : 0);
      matrix.set(i, j, value);
      matrix.set(j, i, value);
    }
  }
  return new CholeskyDecomposition(matrix).solve(Matrix.columnVector(gradient)).to1DArray();
};
