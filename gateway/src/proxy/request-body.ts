import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

type Limited = { request: IncomingMessage; limit: number; onTooLarge: () => void };

/** Bodies up to this length are read whole before a service hears of them, so a slow client occupies none. */
export const bufferedBytes = 65_536;

/** Whether the request comes with a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Reads a body whole; a longer one than `limit` bytes is reported once, and what is left of it is read and
 * dropped, or the client could not read the answer.
 */
export const readBody = ({
  request,
  limit,
  onTooLarge,
  onBody,
}: Limited & { onBody: (body: Buffer) => void }): void => {
  let chunks: Buffer[] = [];
  let received = 0;
  request.on("data", (chunk: Buffer) => {
    const before = received;
    received += chunk.length;
    if (received <= limit) chunks.push(chunk);
    else if (before <= limit) {
      chunks = [];
      onTooLarge();
    }
  });
  request.once("end", () => {
    if (received <= limit) onBody(Buffer.concat(chunks));
  });
};

/**
 * The body as it arrives, at the speed of whoever reads it. It ends with an error when it is longer than
 * `limit` bytes or the client leaves; once it is destroyed, what the client still sends is read and dropped.
 */
export const streamBody = ({ request, limit, onTooLarge }: Limited): Readable => {
  let received = 0;
  const body = new Readable({
    read: () => void request.resume(),
    destroy: (error, callback) => {
      request.resume();
      callback(error);
    },
  });
  request.on("data", (chunk: Buffer) => {
    if (body.destroyed) return;
    received += chunk.length;
    if (received > limit) onTooLarge();
    else if (!body.push(chunk)) request.pause();
  });
  request.once("end", () => body.push(null));
  request.once("close", () => {
    if (!request.readableEnded) body.destroy();
  });
  return body;
};
