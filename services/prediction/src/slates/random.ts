/** Random numbers that depend on the seed alone. */
export type Random = {
  /** Uniform in [0, 1). */
  uniform: () => number;
  /** Standard normal (Box and Muller 1958). */
  normal: () => number;
  /** Poisson with a mean of at most about 200 (Knuth, TAOCP 2, 3.4.1). */
  poisson: (mean: number) => number;
  /** A new array in random order (Fisher and Yates). */
  shuffle: <T>(items: readonly T[]) => T[];
};

/** A generator seeded by any words, e.g. ("42", "nba", "2026-11-21"): mulberry32 over their hash. */
export function seededRandom(...words: readonly (string | number)[]): Random {
  const uniform = mulberry32(hashOf(words.join("\n")));
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const poisson = (mean: number) => {
    const limit = Math.exp(-mean);
    let events = -1;
    for (let product = 1; product > limit; events += 1) product *= uniform();
    return Math.max(0, events);
  };
  const shuffle = <T>(items: readonly T[]): T[] => {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = Math.floor(uniform() * (last + 1));
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  };
  return { uniform, normal, poisson, shuffle };
}

/** Uniform numbers in [0, 1) from a 32-bit seed (mulberry32, Ettinger 2017). */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A 32-bit number that depends on every character (FNV-1a, Fowler, Noll and Vo). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
