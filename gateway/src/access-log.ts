import { type LogStream, standardOutput } from "@orbline/kit/log-stream";
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

type Line = { service: string; level: number; label: string; stream: LogStream };

/** Writes a line in one go, which takes a third of the time that a logger does for all that a line could need. */
const lineWriter = ({ service, level, label, stream }: Line, time: () => string) => {
  const head = JSON.stringify({ level: label }).slice(0, -1);
  const about = JSON.stringify({ service }).slice(1, -1);
  return (fields: unknown, msg?: string): void => {
    stream.lastLevel = level;
    const chosen = JSON.stringify(fields).slice(1, -1);
    stream.write(`${head}${time()},${about},${chosen},"msg":${JSON.stringify(msg)}}\n`);
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
  stream?: LogStream;
}): Logger => {
  const time = sharedTime();
  const log = pino(
    {
      level,
      base: { service },
      timestamp: time,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  for (const label of ["debug", "info"] as const)
    if (log.isLevelEnabled(label))
      log[label] = lineWriter(
        { service, level: log.levels.values[label] ?? 0, label, stream },
        time,
      );
  return log;
};
