import { AppError } from "@orbline/kit/errors";

/** Runs few pieces of work at a time and lets some wait; more are refused at once. @throws unavailable */
export const boundedQueue = ({
  maxRunning,
  maxWaiting,
}: {
  maxRunning: number;
  maxWaiting: number;
}) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = (): Promise<void> | undefined => {
    if (running < maxRunning) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting)
      throw new AppError(
        "unavailable",
        "passwords.busy",
        "Too many people are signing in right now. Please try again in a moment.",
        { retryAfterSeconds: 1 },
      );
    return new Promise((resolve) => waiting.push(resolve));
  };

  /** A place that becomes free goes straight to the next in line. */
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
  /** How many run and wait now. */
  const sizes = () => ({ running, waiting: waiting.length });
  return Object.assign(run, { sizes });
};
/** A queue that never grows beyond its bounds. */
export type BoundedQueue = ReturnType<typeof boundedQueue>;
