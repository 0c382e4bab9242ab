import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "@orbline/kit/client-key";

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
 * Passes on requests that Node refuses without our headers: those without a Host header, which the application refuses,
 * and those with an unknown Expect header, which a server may ignore (RFC 9110, section 10.1.1).
 */
export function passOnRefusals(server: Server): void {
  Object.assign(server, { requireHostHeader: false });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/** Requests on one connection before it closes, so that connections move between the gateways behind a load balancer. */
const maxRequestsPerConnection = 1_000;

type ConnectionLimits = {
  /** Maximum open connections. Further ones are closed at once. */
  maxConnections: number;
  /** Maximum open connections of one client address; undefined when a proxy opens the connections of all clients. */
  maxConnectionsPerClient: number | undefined;
  /** Milliseconds after which a connection is cut whose client accepts no byte of its response. */
  stalledMs?: number;
};

/**
 * Limits what one client can hold: the number of its connections, the requests on each, and how long a response may
 * wait for a client that does not read it. Returns a function that ends the watch over the connections.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerClient = Infinity, stalledMs = 25_000 }: ConnectionLimits,
): () => void {
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = maxRequestsPerConnection;
  const open = new Map<Socket, Delivery>();
  const perClient = new Map<string, number>();
  server.on("connection", (socket) => {
    const client = clientKey(socket.remoteAddress ?? "unknown");
    const count = perClient.get(client) ?? 0;
    if (count >= maxConnectionsPerClient) return void socket.destroy();
    perClient.set(client, count + 1);
    open.set(socket, { accepted: 0, sinceMs: 0 });
    return void socket.once("close", () => {
      open.delete(socket);
      const left = (perClient.get(client) ?? 1) - 1;
      if (left === 0) perClient.delete(client);
      else perClient.set(client, left);
    });
  });
  const timer = setInterval(() => cutStalled(open, stalledMs), stalledMs / 5).unref();
  return () => clearInterval(timer);
}

/** Bytes of a connection that its client has accepted, and since when this number has not changed. */
type Delivery = { accepted: number; sinceMs: number };

function cutStalled(open: ReadonlyMap<Socket, Delivery>, stalledMs: number): void {
  const nowMs = performance.now();
  for (const [socket, delivery] of open) {
    const accepted = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || accepted !== delivery.accepted)
      Object.assign(delivery, { accepted, sinceMs: nowMs });
    else if (nowMs - delivery.sinceMs >= stalledMs) socket.destroy();
  }
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
