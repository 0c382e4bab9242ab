export type Random = ReturnType<typeof randomFor>;

/** Numbers that depend on the keys alone, so that every process and every restart draws the same season. */
export function randomFor(...keys: (string | number)[]) {
  let state = hashOf(keys.join("|"));
  // Mulberry32 by Tommy Ettinger: small, and good enough for a game.
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (mean = 0, deviation = 1): number => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * uniform());
  };
  const integer = (from: number, to: number): number =>
    from + Math.floor(uniform() * (to - from + 1));
  return {
    /** From 0 up to, but not including 1. */
    uniform,
    normal,
    /** Both ends included. */
    integer,
    poisson: (mean: number): number => {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = uniform(); product > limit; product *= uniform()) count += 1;
      return count;
    },
    pick: <T>(items: readonly [T, ...T[]]): T => items[integer(0, items.length - 1)] ?? items[0],
    shuffle: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => ({ item, order: uniform() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ item }) => item),
  };
}

/** A 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
