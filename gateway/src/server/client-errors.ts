import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

type Refusal = { status: number; code: string; message: string };

const unreadable: Refusal = {
  status: 400,
  code: "request.malformed",
  message: "The request could not be read.",
};

const byErrorCode: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "headers.too-large",
    message: "The request headers are too large.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "request.timeout",
    message: "The request took too long to arrive.",
  },
};

const answerTo = ({ status, code, message }: Refusal) => {
  const body = JSON.stringify({ message, code, requestId: randomUUID() });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
};

/**
 * Answers requests that never reach the application, as they break HTTP or its limits, in the same shape as
 * every other error. Nothing is written where an answer may have begun: on a connection that has had one before.
 */
export const answerClientErrors = (server: Server): void => {
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0)
      socket.destroy(error);
    else socket.end(answerTo(byErrorCode[error.code ?? ""] ?? unreadable));
  });
};
