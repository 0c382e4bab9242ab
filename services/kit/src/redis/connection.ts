import { readFileSync } from "node:fs";
import { createClient } from "redis";
import { z } from "zod";
import { backoffMs } from "../backoff.ts";
import { unavailable } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";
import { traceCommands } from "./tracing.ts";

/** Settings by which a process reaches Redis. */
export const redisSettings = {
  /** With rediss:// connections use TLS. */
  REDIS_URL: z.string().regex(/^rediss?:\/\//, "must be a redis:// address"),
  /** PEM files: an authority of your own; certificate and key of this client, if the server asks for one. */
  REDIS_TLS_CA: z.string().default(""),
  REDIS_TLS_CERT: z.string().default(""),
  REDIS_TLS_KEY: z.string().default(""),
};

/** The address of these settings, with the content of their files. @throws when a file cannot be read */
export function redisTarget(config: z.output<z.ZodObject<typeof redisSettings>>) {
  const { REDIS_URL: url, REDIS_TLS_CA: ca, REDIS_TLS_CERT: cert, REDIS_TLS_KEY: key } = config;
  const tls = {
    ...(ca && { ca: readFileSync(ca) }),
    ...(cert && { cert: readFileSync(cert) }),
    ...(key && { key: readFileSync(key) }),
  };
  return { url, tls };
}

type Options = Pick<ReturnType<typeof redisTarget>, "url"> & {
  /** Used with rediss:// only. */
  tls?: ReturnType<typeof redisTarget>["tls"];
  logger: Logger;
  emitInvalidate?: boolean;
};

/**
 * Connects to Redis and keeps reconnecting; a process has one connection. While it is down every command fails at once instead of waiting. With
 * `emitInvalidate` the server reports each change of a key that this client has read as an `invalidate` event.
 */
export async function connectRedis({ url, tls, logger, emitInvalidate = false }: Options) {
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
      ...(url.startsWith("rediss:") && { tls: true, ...tls }),
      connectTimeout: 1_000,
      socketTimeout: 5_000, // A hanging server does not respond to pings, so the connection is dropped.
      reconnectStrategy: (retries: number) => backoffMs(retries, { firstMs: 50, maxMs: 1_000 }),
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
  traceCommands();
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
