import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

type Limited = { request: IncomingMessage; limit: number; onTooLarge: () => void };

/** Bodies up to this length are read before they take a slot at the service, so a slow client holds none. */
export const bufferedBytes = 65_536;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Reads a body. Reports a body above `limit` bytes once and drains it, because otherwise the client cannot read the
 * response.
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
 * Streams a body with backpressure. It ends with an error when it exceeds `limit` bytes or the client disconnects.
 * After it is destroyed, the rest of the request is drained.
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
