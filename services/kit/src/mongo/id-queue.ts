/**
 * Works through ids in the background: one id never twice at once, of those in line at most `maxParallel` together,
 * at most `maxWaiting` in line. An id whose work failed stays marked as doubtful until it succeeds.
 */
export const createIdQueue = ({
  work,
  onFailure,
  maxParallel,
  maxWaiting,
}: {
  /** Told whether the last try of this id failed, so that its effect is unknown. */
  work: (id: string, isDoubtful: boolean) => Promise<void>;
  onFailure: (id: string, error: unknown) => void;
  maxParallel: number;
  maxWaiting: number;
}) => {
  const waiting = new Set<string>();
  const running = new Set<string>();
  const doubtful = new Set<string>();
  const idle: (() => void)[] = [];

  /** Works on one id now, unless that is already being done; never rejects. */
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

  /** Puts an id in line; false when the line is full. */
  const add = (id: string): boolean => {
    if (waiting.size >= maxWaiting) return false;
    waiting.add(id);
    pump();
    return true;
  };

  return {
    attempt,
    add,
    /** Puts all ids in line again whose last try failed. */
    retry: (): void => {
      for (const id of doubtful) if (!add(id)) return;
    },
    /** Resolves when nothing waits and nothing runs, or after `deadlineMs`. */
    whenIdle: (deadlineMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (running.size === 0) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, deadlineMs);
        idle.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    /** How many ids wait, run and are in doubt. */
    sizes: () => ({ waiting: waiting.size, running: running.size, doubtful: doubtful.size }),
  };
};
