import { once } from "node:events";
import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Express } from "express";
import type { ServiceConfig } from "../config.ts";
import { internalTls, type InternalTls } from "../internal-tls.ts";
import { messageClasses } from "./fast-path.ts";

export type HttpServer = {
  port: number;
  server: Server;
  /**
   * Closes each connection after its next response, so that clients move to another process before this one stops.
   * Resolves when no connection is left, or after `timeoutMs`. A server that closes its idle connections at once loses
   * requests in transit.
   */
  drain: (options?: { timeoutMs?: number }) => Promise<void>;
  /** Accepts no further requests and waits for those in flight; cuts them off after `drainMs`. */
  close: (options?: { drainMs?: number }) => Promise<void>;
};

type Address = {
  host: string;
  port: number;
  /** A Unix socket to listen on as well. */
  socketPath?: string | undefined;
  /** Serves https instead of http. */
  tls?: Pick<InternalTls, "cert" | "key"> | undefined;
};

/**
 * Listens with bounded header, request and idle times. Requests wait until the Unix socket listens too, because a service
 * that reports readiness on its port must be reachable on its socket.
 * @throws when the port is taken, or the socket cannot be made or belongs to another process
 */
export async function listen(app: Express, address: Address): Promise<HttpServer> {
  const { host, port, socketPath, tls } = address;
  const options = {
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16_384,
    optimizeEmptyRequests: true,
    ...messageClasses(app),
  };
  const server = tls
    ? createTlsServer({ ...options, cert: tls.cert, key: tls.key })
    : createServer(options);
  const release = holdRequests(server, app);
  // The port comes first: a process that fails to get the port must not touch the socket of the process that has it.
  await once(server.listen(port, host), "listening");
  const { port: taken } = server.address() as AddressInfo;
  try {
    const closeSocket = socketPath === undefined ? undefined : await addSocket(server, socketPath);
    release();
    const close = ({ drainMs = 5_000 } = {}) => closeServer(server, closeSocket, drainMs);
    const drain = ({ timeoutMs = 250 } = {}) => drainServer(server, timeoutMs);
    return { port: taken, server, drain, close };
  } catch (error) {
    const ended = closed(server);
    server.closeAllConnections();
    await ended;
    throw error;
  }
}

/**
 * Listens on a service's port, and on its Unix socket if a folder for sockets is set; with TLS if there is a certificate.
 * @throws like `listen` and `internalTls`
 */
export function listenAs(
  service: string,
  app: Express,
  config: Pick<ServiceConfig, "HOST" | "PORT" | "SOCKET_DIR"> & Parameters<typeof internalTls>[0],
): Promise<HttpServer> {
  const { HOST: host, PORT: port, SOCKET_DIR: folder } = config;
  const socketPath = folder && socketPathOf(folder, service);
  return listen(app, { host, port, socketPath, tls: internalTls(config) });
}

/** Maximum length of the path of a Unix socket in bytes, on every system. */
export const maxSocketPathLength = 103;

/** Unix socket on which a service serves a gateway on the same machine. */
export function socketPathOf(folder: string, service: string): string {
  return join(folder, `${service}.sock`);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function drainServer(server: Server, timeoutMs: number): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && (await countConnections(server)) > 0) await sleep(20);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}

/** Closes idle connections repeatedly. Node does so once, and busy ones would stay for their keep-alive time. */
async function closeServer(
  server: Server,
  closeSocket: (() => Promise<void>) | undefined,
  drainMs: number,
): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cutOff = setTimeout(() => server.closeAllConnections(), drainMs);
  await Promise.all([closed(server), closeSocket?.()]);
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/** Holds requests back until the returned function is called. */
function holdRequests(server: Server, listener: RequestListener): () => void {
  const held: Parameters<RequestListener>[] = [];
  const hold = (...exchange: Parameters<RequestListener>) => void held.push(exchange);
  server.on("request", hold);
  return () => {
    server.off("request", hold).on("request", listener);
    for (const exchange of held) if (!exchange[0].socket.destroyed) listener(...exchange);
  };
}

/**
 * Lets an HTTP server also listen on a Unix socket that only this user can open. The returned function closes the
 * socket and waits for its connections, which end with the server's.
 * @throws when the socket cannot be made, or belongs to another process
 */
async function addSocket(server: Server, path: string): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (await isServed(path))
    throw new Error(`another process listens on ${path}: stop it, or set another SOCKET_DIR`);
  await rm(path, { force: true }); // A killed process leaves its socket behind.
  const socketServer = createSocketServer({ allowHalfOpen: true }, (socket) =>
    server.emit("connection", socket),
  );
  await once(socketServer.listen(path), "listening");
  await chmod(path, 0o600);
  return () =>
    new Promise((resolve) => {
      socketServer.close(() => resolve());
    });
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path, () => resolve(true)).once("error", () => resolve(false));
    probe.unref().end();
  });
}
