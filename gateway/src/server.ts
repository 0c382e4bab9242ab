import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type ClientError = { status: number; code: string; message: string };

const unreadable: ClientError = {
  status: 400,
  code: "request.malformed",
  message: "The request could not be read.",
};

const byErrorCode: Record<string, ClientError> = {
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

/**
 * Responds in the usual error format to requests that violate HTTP or its limits and so never reach the application.
 * Writes nothing on a connection that has already had a response, because another may be in progress.
 */
export function handleClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0)
      socket.destroy(error);
    else socket.end(toResponse(byErrorCode[error.code ?? ""] ?? unreadable));
  });
}

/**
 * Gives clients time to see `connection: close`; a server that closes its idle connections at once loses requests in
 * transit. Resolves when no connection is left, or after `timeoutMs`.
 */
export async function drainConnections(server: Server, { timeoutMs = 500 } = {}): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && (await countConnections(server)) > 0) await sleep(20);
}

function toResponse({ status, code, message }: ClientError): string {
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
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}
