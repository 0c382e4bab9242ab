import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const host = "127.0.0.1";

/** True if a listener could be opened on this port of the loopback address right now. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

/** True if something accepts connections on this port of the loopback address. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
    socket.setTimeout(1000, () => answer(false));
  });

/**
 * A free port below the range from which the kernel takes source ports. Inside that range a client
 * that reconnects to a stopped engine can take the engine's port, or even connect to itself.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
};

/** First of `count` consecutive free ports, below the same range. */
export const freePortBase = async (count: number): Promise<number> => {
  for (;;) {
    const base = randomInt(20_000, 32_000 - count);
    const ports = Array.from({ length: count }, (_, index) => base + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base;
  }
};

/** Waits until the port accepts connections. @throws when `deadlineMs` passes or `failed` says why. */
export const waitUntilOpen = async (
  port: number,
  deadlineMs: number,
  failed: () => string | undefined = () => undefined,
): Promise<void> => {
  const end = Date.now() + deadlineMs;
  while (!(await isOpen(port))) {
    const reason = failed();
    if (reason) throw new Error(reason);
    if (Date.now() > end) throw new Error(`nothing listens on port ${port} after ${deadlineMs} ms`);
    await delay(25);
  }
};
