/**
 * Milliseconds before the next attempt: `firstMs`, doubled after each attempt, at most `maxMs`. Up to a quarter less at random,
 * so that processes that failed together do not try again together.
 */
export function backoffMs(
  attempts: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random = Math.random(),
): number {
  return Math.min(firstMs * 2 ** attempts, maxMs) * (1 - random / 4);
}
