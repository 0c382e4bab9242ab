import { pino, type Logger } from "pino";
import { currentContext } from "./context.ts";

export type { Logger };

/** One JSON line per event, with the request id of the current request; never give it bodies, tokens or e-mails. */
export const createLogger = ({
  service,
  level,
  stream = process.stdout,
}: {
  service: string;
  level: string;
  /** Commands whose output others read log to stderr. */
  stream?: NodeJS.WritableStream;
}): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...currentContext() }),
      redact: ["password", "token", "cookie", "authorization", "*.password", "*.token"],
    },
    stream,
  );
