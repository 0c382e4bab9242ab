import { createClient } from "redis";
import { unavailable } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";

type Options = { url: string; logger: Logger; emitInvalidate?: boolean };

/**
 * Connects to Redis and keeps reconnecting. While it is down every command fails at once instead of waiting. With
 * `emitInvalidate` the server reports each change of a key that this client has read as an `invalidate` event.
 */
export async function connectRedis({ url, logger, emitInvalidate = false }: Options) {
  const client = createClient({
    url,
    RESP: 3,
    emitInvalidate,
    // It names the library in the list of clients, by a command that no service may use.
    disableClientInfo: true,
    disableOfflineQueue: true,
    commandOptions: { timeout: 1_000 },
    pingInterval: 2_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 5_000, // A hanging server does not respond to pings, so the connection is dropped.
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 5), 1_000),
    },
  });
  let logged = "";
  client.on("error", (error: Error) => {
    if (logged !== error.message) logger.warn({ err: error.message }, "redis connection failed");
    logged = error.message;
  });
  client.on("ready", () => {
    logged = "";
  });
  await client.connect();
  return client;
}
export type Redis = Awaited<ReturnType<typeof connectRedis>>;

const deadlineMs = 1_000;

/**
 * Waits for a Redis command. The client's own timeout ends once a command is sent, so a hanging server would block it
 * forever.
 * @throws unavailable for any failure and after a second without a response, so that callers respond with 503 and
 * never with 401
 */
export async function orUnavailable<T>(command: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error("redis did not respond in time"));
    // A response that arrived while this process was busy is read before `setImmediate`.
    timer = setTimeout(() => setImmediate(expire), deadlineMs);
  });
  try {
    return await Promise.race([command, expired]);
  } catch (cause) {
    throw unavailable(cause);
  } finally {
    clearTimeout(timer);
  }
}
