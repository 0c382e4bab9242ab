import type { DestinationStream } from "pino";

/** Writes one line in the form of pino's: what is logged, and the line's message. */
export type LineWriter = (fields: unknown, message?: string) => void;

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
 * Lines about requests, in the form of a logger's other lines, for a third of what the logger itself takes: each
 * field is chosen where it is logged, so there is nothing to search for secrets or to put in another form.
 */
export const lineWriter = ({
  service,
  label,
  level,
  stream,
}: {
  service: string;
  label: string;
  /** The label's number, which a stream may ask for. */
  level: number;
  stream: DestinationStream & { lastLevel?: number };
}): LineWriter => {
  const time = sharedTime();
  const head = JSON.stringify({ level: label }).slice(0, -1);
  const about = JSON.stringify({ service }).slice(1, -1);
  return (fields, message) => {
    if (stream.lastLevel !== undefined) stream.lastLevel = level;
    const chosen = JSON.stringify(fields).slice(1, -1);
    stream.write(`${head}${time()},${about},${chosen},"msg":${JSON.stringify(message)}}\n`);
  };
};
