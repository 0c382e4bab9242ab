import { standardOutput } from "@orbline/kit/log-stream";
import { type DestinationStream, type Logger, pino } from "pino";

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
 * One line per request, in the form and the stream of the process's other lines, which gathers them: whoever reads
 * our output slowly does not hold requests up. Each field is chosen where it is logged, so nothing has to be
 * searched for secrets.
 */
export const createAccessLog = ({
  service,
  level,
  stream = standardOutput(),
}: {
  service: string;
  level: string;
  stream?: DestinationStream;
}): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: sharedTime(),
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
