import { setTimeout as sleep } from "node:timers/promises";

/**
 * Repeats a check until it passes; after `timeoutMs` it fails with the check's last error. The default ends what hangs and is no
 * measure of speed: a busy machine takes its time.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(everyMs);
    }
  }
}
