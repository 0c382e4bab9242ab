import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { logistic, sum } from "../../domain/math.ts";

export type Row = { features: readonly number[]; happened: boolean };

const steps = 12;
const settled = 1e-8;

/**
 * Ridge logistic regression without intercept on features scaled to a mean square of 1, by Newton's method (le Cessie
 * and van Houwelingen 1992). Returns the coefficients of the unscaled features and the penalized negative log
 * likelihood.
 */
export function fitLogistic(
  rows: readonly Row[],
  ridge: number,
): { coefficients: number[]; loss: number } {
  if (rows.length === 0) return { coefficients: [], loss: 0 };
  const scales = (rows[0]?.features ?? []).map((_, i) => {
    const squares = sum(rows.map(({ features }) => (features[i] ?? 0) ** 2));
    return Math.sqrt(squares / rows.length) || 1;
  });
  const scaled = rows.map(({ features, happened }) => ({
    x: scales.map((scale, i) => (features[i] ?? 0) / scale),
    y: happened ? 1 : 0,
  }));
  let b = scales.map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const change = newtonStep(scaled, b, ridge);
    b = b.map((value, i) => value + (change[i] ?? 0));
    if (Math.max(...change.map(Math.abs)) < settled) break;
  }
  return {
    coefficients: b.map((value, i) => value / (scales[i] ?? 1)),
    loss: lossAt(scaled, b) + (ridge / 2) * sum(b.map((value) => value ** 2)),
  };
}

type ScaledRow = { x: readonly number[]; y: number };

function dot(x: readonly number[], b: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < x.length; i += 1) total += (x[i] ?? 0) * (b[i] ?? 0);
  return total;
}

const lossAt = (rows: readonly ScaledRow[], b: readonly number[]): number =>
  sum(rows.map(({ x, y }) => Math.log1p(Math.exp(y === 1 ? -dot(x, b) : dot(x, b)))));

/** Solves (XᵀWX + ridge·I)·step = Xᵀ(y − p) − ridge·b. */
function newtonStep(rows: readonly ScaledRow[], b: readonly number[], ridge: number): number[] {
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
      for (let j = 0; j <= i; j += 1)
        hessian[i * n + j] = (hessian[i * n + j] ?? 0) + weighted * (x[j] ?? 0);
    }
  }
  const matrix = new Matrix(n, n);
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j <= i; j += 1) {
      const value = (hessian[i * n + j] ?? 0) + (i === j ? ridge : 0);
      matrix.set(i, j, value);
      matrix.set(j, i, value);
    }
  return new CholeskyDecomposition(matrix).solve(Matrix.columnVector(gradient)).to1DArray();
}
