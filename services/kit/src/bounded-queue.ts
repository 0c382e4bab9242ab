import { AppError } from "./errors.ts";

/** Runs work with limited concurrency and a limited queue. @throws unavailable `busy` when the queue is full */
export function boundedQueue({
  maxRunning,
  maxWaiting,
  busy,
}: {
  maxRunning: number;
  maxWaiting: number;
  busy: { code: string; message: string };
}) {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = (): Promise<void> | undefined => {
    if (running < maxRunning) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting)
      throw new AppError("unavailable", busy.code, busy.message, { retryAfterSeconds: 1 });
    return new Promise((resolve) => waiting.push(resolve));
  };

  /** Passes a free slot to the first waiting work. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  /** Numbers of running and waiting work. */
  const sizes = () => ({ running, waiting: waiting.length });
  return Object.assign(run, { sizes });
}
export type BoundedQueue = ReturnType<typeof boundedQueue>;
