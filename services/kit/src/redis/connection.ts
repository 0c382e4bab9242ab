import { readFileSync } from "node:fs";
import { createClient } from "redis";
import { z } from "zod";
import { backoffMs } from "../backoff.ts";
import { unavailable } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";
import { type Address, findPrimary, followPrimary, type Sentinels } from "./sentinel.ts";
import { traceCommands } from "./tracing.ts";

/** Settings by which a process reaches Redis. */
export const redisSettings = {
  /** With rediss:// connections use TLS. */
  REDIS_URL: z.string().regex(/^rediss?:\/\//, "must be a redis:// address"),
  /** PEM files: an authority of your own; certificate and key of this client, if the server asks for one. */
  REDIS_TLS_CA: z.string().default(""),
  REDIS_TLS_CERT: z.string().default(""),
  REDIS_TLS_KEY: z.string().default(""),
  /** Sentinels that name the primary; host and port of REDIS_URL are then not used. */
  REDIS_SENTINELS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((address) => address.trim() || []))
    .refine((addresses) => addresses.every((address) => /^.+:\d+$/.test(address)), {
      error: "must be host:port, more than one with commas",
    }),
  REDIS_SENTINEL_MASTER: z.string().default("mymaster"),
  /** The login of the sentinels, which is not that of Redis. */
  REDIS_SENTINEL_USERNAME: z.string().default(""),
  REDIS_SENTINEL_PASSWORD: z.string().default(""),
};

/** The address of these settings, with the content of their files. @throws when a file cannot be read */
export function redisTarget(config: z.output<z.ZodObject<typeof redisSettings>>) {
  const { REDIS_URL: url, REDIS_TLS_CA: ca, REDIS_TLS_CERT: cert, REDIS_TLS_KEY: key } = config;
  const tls = {
    ...(ca && { ca: readFileSync(ca) }),
    ...(cert && { cert: readFileSync(cert) }),
    ...(key && { key: readFileSync(key) }),
  };
  const sentinels: Sentinels = {
    addresses: config.REDIS_SENTINELS.map((address) => {
      const [, host = "", port] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? [];
      return { host, port: Number(port) };
    }),
    name: config.REDIS_SENTINEL_MASTER,
    username: config.REDIS_SENTINEL_USERNAME,
    password: config.REDIS_SENTINEL_PASSWORD,
  };
  return { url, tls, ...(sentinels.addresses.length > 0 && { sentinels }) };
}

type Target = { url: string } & Partial<Omit<ReturnType<typeof redisTarget>, "url">>;

/** Redis writes to its disk before it responds, and a busy disk can take longer than a second. */
const deadlineMs = 2_000;

/**
 * Connects to Redis and keeps reconnecting; a process has one connection. While it is down every command fails at once
 * instead of waiting. With `emitInvalidate` the server reports each change of a key that this client has read as an
 * `invalidate` event. With sentinels, it connects to the primary that they name, also after a failover.
 */
export async function connectRedis({
  url,
  tls,
  sentinels,
  logger,
  emitInvalidate = false,
}: Target & { logger: Logger; emitInvalidate?: boolean }) {
  let logged = "";
  const onError = (error: unknown) => {
    const { message } = error as Error;
    if (logged !== message) logger.warn({ err: message }, "redis connection failed");
    logged = message;
  };
  const usesTls = url.startsWith("rediss:");
  const open = (address?: Address) => {
    const client = createClient({
      url: address ? urlAt(url, address) : url,
      RESP: 3,
      emitInvalidate,
      // It names the library in the list of clients, by a command that no service may use.
      disableClientInfo: true,
      disableOfflineQueue: true,
      commandOptions: { timeout: deadlineMs },
      pingInterval: 2_000,
      socket: {
        ...(usesTls && { tls: true, ...tls }),
        connectTimeout: 1_000,
        socketTimeout: 5_000, // A hanging server does not respond to pings, so the connection is dropped.
        reconnectStrategy: address
          ? false
          : (retries: number) => backoffMs(retries, { firstMs: 50, maxMs: 1_000 }),
      },
    });
    client.on("error", onError);
    client.on("ready", () => {
      logged = "";
    });
    return client;
  };
  traceCommands();
  if (sentinels) {
    const find = () => findPrimary(sentinels, usesTls ? tls : undefined);
    return followPrimary<ReturnType<typeof open>>({ find, open, onError });
  }
  const client = open();
  await client.connect();
  return client;
}

/** The same address with another host and port. */
function urlAt(text: string, { host, port }: Address): string {
  const url = new URL(text);
  url.host = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return url.href;
}

export type Redis = Awaited<ReturnType<typeof connectRedis>>;

/**
 * Waits for a Redis command. The client's own timeout ends once a command is sent, so a hanging server would block it
 * forever.
 * @throws unavailable for any failure and after two seconds without a response, so that callers respond with 503 and
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
