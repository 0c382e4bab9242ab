import { setTimeout as sleep } from "node:timers/promises";

type Options = {
  /** `isDoubtful`: the last attempt failed, so its effect is unknown. */
  work: (id: string, isDoubtful: boolean) => Promise<void>;
  onFailure: (id: string, error: unknown) => void;
  maxParallel: number;
  maxWaiting: number;
};

/**
 * Works through ids in the background: never on one id twice in parallel, on at most `maxParallel` ids in parallel,
 * with at most `maxWaiting` in the queue. An id whose work failed is doubtful until its work succeeds.
 */
export function createIdQueue({ work, onFailure, maxParallel, maxWaiting }: Options) {
  const waiting = new Set<string>();
  const running = new Set<string>();
  const doubtful = new Set<string>();
  const idle: (() => void)[] = [];

  /** Works on one id now, unless work on it is in progress. Never rejects. */
  const attempt = async (id: string): Promise<void> => {
    if (running.has(id)) return;
    running.add(id);
    try {
      await work(id, doubtful.has(id));
      doubtful.delete(id);
    } catch (error) {
      if (doubtful.size < maxWaiting) doubtful.add(id);
      onFailure(id, error);
    } finally {
      running.delete(id);
      pump();
    }
  };

  const next = (): string | undefined => {
    for (const id of waiting) if (!running.has(id)) return id;
    return undefined;
  };

  const pump = (): void => {
    while (running.size < maxParallel) {
      const id = next();
      if (id === undefined) break;
      waiting.delete(id);
      void attempt(id);
    }
    if (running.size > 0) return;
    for (const resolve of idle.splice(0)) resolve();
  };

  /** Adds an id to the queue; false when the queue is full. */
  const add = (id: string): boolean => {
    if (waiting.size >= maxWaiting) return false;
    waiting.add(id);
    pump();
    return true;
  };

  return {
    attempt,
    add,
    /** Adds all doubtful ids to the queue again. */
    retry: (): void => {
      for (const id of doubtful) if (!add(id)) return;
    },
    /** Resolves when nothing waits and nothing runs, or after `deadlineMs`. */
    whenIdle: async (deadlineMs: number): Promise<void> => {
      if (running.size === 0) return;
      const isIdle = new Promise<void>((resolve) => idle.push(resolve));
      await Promise.race([isIdle, sleep(deadlineMs, undefined, { ref: false })]);
    },
    /** Numbers of waiting, running and doubtful ids. */
    sizes: () => ({ waiting: waiting.size, running: running.size, doubtful: doubtful.size }),
  };
}
