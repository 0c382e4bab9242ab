import { mean } from "../math.ts";

/** A parameter to tune: its start, the size of its first step, and its bounds. */
export type Tunable = { start: number; step: number; low: number; high: number };

type Vertex = { at: number[]; value: number };

const byValue = (a: Vertex, b: Vertex): number => a.value - b.value;

/**
 * Minimizes by the simplex of Nelder and Mead (1965) inside bounds, in units of each parameter's step, and restarts
 * once from the best point. Deterministic; calls `objective` about `evaluations` times at most.
 */
export function minimize(
  objective: (at: readonly number[]) => number,
  tunables: readonly Tunable[],
  evaluations: number,
): number[] {
  const bounded = (at: readonly number[]): number[] =>
    at.map((x, i) => {
      const { start, step, low, high } = tunables[i] ?? { start: 0, step: 1, low: 0, high: 0 };
      return Math.min(high, Math.max(low, start + x * step));
    });
  const value = (at: number[]): Vertex => {
    const found = objective(bounded(at));
    return { at, value: Number.isFinite(found) ? found : Number.MAX_VALUE };
  };
  const origin = tunables.map(() => 0);
  const first = simplex(value, origin, 1, Math.ceil(evaluations * 0.6));
  const second = simplex(value, first.at, 0.5, Math.floor(evaluations * 0.4));
  return bounded((second.value < first.value ? second : first).at);
}

function simplex(
  value: (at: number[]) => Vertex,
  origin: readonly number[],
  size: number,
  evaluations: number,
): Vertex {
  const vertices = [value([...origin])];
  for (let i = 0; i < origin.length; i += 1) {
    vertices.push(value(origin.map((x, j) => (i === j ? x + size : x))));
  }
  let spent = vertices.length;
  while (spent < evaluations) {
    vertices.sort(byValue);
    const used = improve(value, vertices);
    if (used === 0) break;
    spent += used;
  }
  vertices.sort(byValue);
  return vertices[0] ?? value([...origin]);
}

/** One step of the simplex; returns how many points it tried, 0 when it has converged. */
function improve(value: (at: number[]) => Vertex, vertices: Vertex[]): number {
  const [best] = vertices;
  const worst = vertices.at(-1);
  const nextWorst = vertices.at(-2);
  if (best === undefined || worst === undefined || nextWorst === undefined) return 0;
  if (worst.value - best.value < 1e-7 && spanOf(vertices) < 1e-2) return 0;
  const others = vertices.slice(0, -1);
  const center = best.at.map((_, i) => mean(others.map(({ at }) => at[i] ?? 0)));
  const along = (t: number): Vertex =>
    value(center.map((c, i) => c + t * (c - (worst.at[i] ?? 0))));
  const last = vertices.length - 1;
  const reflected = along(1);
  if (reflected.value < best.value) {
    const expanded = along(2);
    vertices[last] = expanded.value < reflected.value ? expanded : reflected;
    return 2;
  }
  if (reflected.value < nextWorst.value) {
    vertices[last] = reflected;
    return 1;
  }
  const contracted = along(reflected.value < worst.value ? 0.5 : -0.5);
  if (contracted.value < Math.min(reflected.value, worst.value)) {
    vertices[last] = contracted;
    return 2;
  }
  for (let i = 1; i <= last; i += 1) {
    const at = vertices[i]?.at ?? best.at;
    vertices[i] = value(best.at.map((b, j) => b + 0.5 * ((at[j] ?? b) - b)));
  }
  return 2 + last;
}

/** Widest extent of the simplex along any axis, in steps. */
function spanOf(vertices: readonly Vertex[]): number {
  const axes = vertices[0]?.at.map((_, i) => vertices.map(({ at }) => at[i] ?? 0)) ?? [];
  return Math.max(0, ...axes.map((values) => Math.max(...values) - Math.min(...values)));
}
