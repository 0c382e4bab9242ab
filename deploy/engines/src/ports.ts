import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const host = "127.0.0.1";

/** True if this process could listen on this port of the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** True if a process accepts connections on this port of the loopback address. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const finish = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
    socket.setTimeout(1000, () => finish(false));
  });
}

/**
 * A free port below the range of the kernel's source ports. From that range, a client that reconnects to a stopped
 * engine could take the engine's port or connect to itself.
 */
export function freePort(): Promise<number> {
  return freePortBase(1);
}

/** First of `count` consecutive free ports below the same range. */
export async function freePortBase(count: number): Promise<number> {
  for (;;) {
    const base = randomInt(20_000, 32_001 - count);
    const ports = Array.from({ length: count }, (_, index) => base + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base;
  }
}

/** Waits until the port accepts connections. @throws after `deadlineMs`, or with the reason that `failed` returns */
export async function waitUntilOpen(
  port: number,
  deadlineMs: number,
  failed: () => string | undefined = () => undefined,
): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!(await isOpen(port))) {
    const reason = failed();
    if (reason) throw new Error(reason);
    if (Date.now() > end) throw new Error(`nothing listens on port ${port} after ${deadlineMs} ms`);
    await delay(25);
  }
}
