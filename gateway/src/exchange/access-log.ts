import { lineWriter } from "@orbline/kit/observability/log-line";
import { standardOutput } from "@orbline/kit/observability/log-stream";
import { type DestinationStream, type Logger, pino } from "pino";

/**
 * One line per request, in the form and the stream of the process's other lines, which gathers them: whoever reads
 * our output slowly does not hold requests up.
 */
export const createAccessLog = ({
  service,
  level,
  stream = standardOutput(),
}: {
  service: string;
  level: string;
  stream?: DestinationStream;
}): Logger => {
  const log = pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  for (const label of ["debug", "info"] as const)
    if (log.isLevelEnabled(label))
      log[label] = lineWriter({ service, label, level: log.levels.values[label] ?? 0, stream });
  return log;
};
