import { type Logger, pino } from "pino";

/** The time of a line as other lines have it; several lines of one millisecond share its text. */
const sharedTime = () => {
  let atMs = 0;
  let text = "";
  return (): string => {
    const nowMs = Date.now();
    if (nowMs !== atMs) {
      atMs = nowMs;
      text = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return text;
  };
};

/**
 * One line per request, in the form of the process's other lines. They are many and lose nothing by waiting, so
 * they are gathered and written in the background, at the latest after half a second and when the process exits:
 * whoever reads our output slowly does not hold requests up. Each field is chosen where it is logged, so nothing
 * has to be searched for secrets.
 */
export const createAccessLog = ({
  service,
  level,
  fd = 1,
}: {
  service: string;
  level: string;
  /** An open file; stdout by default. */
  fd?: number;
}): { accessLog: Logger; flush: () => void } => {
  const destination = pino.destination({
    dest: fd,
    sync: false,
    minLength: 65_536,
    maxWrite: 131_072,
    // What nobody reads is dropped before it fills the memory.
    maxLength: 16_777_216,
    periodicFlush: 500,
  });
  const accessLog = pino(
    {
      level,
      base: { service },
      timestamp: sharedTime(),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return { accessLog, flush: () => destination.flushSync() };
};
