import type { IncomingMessage } from "node:http";

type Limited = { request: IncomingMessage; limit: number; onTooLarge: () => void };

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Reads a body completely, so that a slow client holds no slot of a service. Reports a body above `limit` bytes once
 * and drains it, because otherwise the client cannot read the response.
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
