import { pino } from "pino";

/** So long a line waits at most that is of no urgency. */
const waitMs = 500;
/** Gathered characters that are written without waiting. */
const batchLength = 65_536;
/** The level from which a line is urgent: warnings. */
const urgent = 40;

/**
 * A file for log lines. Writing a line costs more than making it, so lines are gathered and written in the
 * background, after half a second at the latest and when the process exits; a warning or worse is written at once,
 * with all before it. What a slow reader leaves is dropped before it fills the memory.
 */
export const createLogStream = (fd: number) => {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const passTo = (destination: { write: (batch: string) => unknown }) => {
    clearTimeout(timer);
    timer = undefined;
    if (length === 0) return;
    const batch = lines.join("");
    lines = [];
    length = 0;
    destination.write(batch);
  };
  const pass = () => passTo(background);
  // Before pino's own listeners, which then write what the destination has and close it.
  for (const end of ["beforeExit", "exit"]) process.once(end, pass);
  const sizes = { dest: fd, maxWrite: 2 * batchLength, maxLength: 256 * batchLength };
  const background = pino.destination({ ...sizes, sync: false });
  // A background write is on its way when `write` returns, and `flushSync` does not wait for it.
  const atOnce = pino.destination({ ...sizes, sync: true });
  return {
    // Asks pino to say with each line how grave it is.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string): void {
      lines.push(line);
      length += line.length;
      if (this.lastLevel >= urgent) {
        background.flushSync();
        passTo(atOnce);
      } else if (length >= batchLength) pass();
      else timer ??= setTimeout(pass, waitMs).unref();
    },
  };
};

let shared: ReturnType<typeof createLogStream> | undefined;

/** Standard output, the same stream for every logger of the process, so that lines keep their order. */
export const standardOutput = () => (shared ??= createLogStream(1));
