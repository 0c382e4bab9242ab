import { type DestinationStream, pino, type Logger } from "pino";
import { currentContext } from "./context.ts";
import { type LineWriter, lineWriter } from "./log-line.ts";
import { standardOutput } from "./log-stream.ts";

export type { Logger };

/** The database's duplicate-key message quotes the value, which may be an e-mail. */
const withoutValues = (text = "") => text.replaceAll(/dup key: \{[^\n]*\}/g, "dup key");

/** Just what tells where and why: libraries hang requests, answers and documents on their errors. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
};

/** The trace id by itself too, as log stores link a line to its trace by that field. */
const withTraceId = (): object => {
  const context = currentContext();
  const traceId = context?.traceparent?.split("-")[1];
  return { ...context, ...(traceId && { traceId }) };
};

const requestLines = new WeakMap<Logger, LineWriter>();

/** One JSON line per event, with the ids of the current request and its trace; never give it bodies, tokens or e-mails. */
export const createLogger = ({
  service,
  level,
  stream = standardOutput(),
}: {
  service: string;
  level: string;
  /** Commands whose output others read log to stderr. */
  stream?: DestinationStream;
}): Logger => {
  const logger = pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      mixin: withTraceId,
      redact: ["password", "token", "cookie", "authorization", "*.password", "*.token"],
    },
    stream,
  );
  const info = { service, label: "info", level: logger.levels.values["info"] ?? 0, stream };
  requestLines.set(logger, logger.isLevelEnabled("info") ? lineWriter(info) : () => undefined);
  return logger;
};

/** Writes lines about requests beside a logger's others; all that they say is said by the caller. */
export const requestLog = (logger: Logger): LineWriter =>
  requestLines.get(logger) ?? ((fields, message) => logger.info(fields, message));
