import type { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "redis";
import { backoffMs } from "../backoff.ts";

/** A Redis server, as Sentinel names it. */
export type Address = { host: string; port: number };

/** The processes that watch a Redis and choose its next primary. */
export type Sentinels = {
  addresses: Address[];
  /** Name of the watched Redis. */
  name: string;
  username?: string | undefined;
  password?: string | undefined;
};

type Client = Pick<EventEmitter, "on"> & { connect: () => Promise<unknown>; destroy: () => void };

/**
 * Asks one sentinel after the other for the primary.
 * @throws the last error when none of them names one
 */
export async function findPrimary(
  { addresses, name, username, password }: Sentinels,
  tls: object | undefined,
): Promise<Address> {
  let failure: unknown;
  for (const address of addresses) {
    const client = createClient({
      ...(username && { username }),
      ...(password && { password }),
      disableClientInfo: true,
      commandOptions: { timeout: 1_000 },
      socket: {
        ...address,
        ...(tls && { tls: true, ...tls }),
        connectTimeout: 1_000,
        socketTimeout: 1_000,
        reconnectStrategy: false,
      },
    });
    client.on("error", () => undefined); // `connect` rejects with it.
    try {
      await client.connect();
      const found = await client.sendCommand(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", name]);
      if (!Array.isArray(found)) throw new Error(`the sentinel does not watch ${name}`);
      return { host: String(found[0]), port: Number(found[1]) };
    } catch (error) {
      failure = error;
    } finally {
      client.destroy();
    }
  }
  throw failure;
}

/**
 * Connects to the primary and, whenever that connection ends, to the primary of that time. The returned client is a
 * stand-in for the current one with the same methods; listeners move on to the next one. `open` makes clients that do
 * not reconnect by themselves.
 */
export async function followPrimary<Redis extends Client>({
  find,
  open,
  onError,
}: {
  find: () => Promise<Address>;
  open: (primary: Address) => Redis;
  onError: (error: unknown) => void;
}): Promise<Redis> {
  const listeners: Parameters<Client["on"]>[] = [];
  let isClosed = false;
  const connectNext = async (): Promise<Redis> => {
    for (let attempt = 0; ; attempt += 1) {
      let next: Redis | undefined;
      try {
        next = open(await find());
        for (const [event, listener] of listeners) next.on(event, listener);
        await next.connect();
        next.on("terminated", () => void replace());
        return next;
      } catch (error) {
        next?.destroy();
        onError(error);
      }
      if (isClosed) throw new Error("the connection to Redis is closed");
      await sleep(backoffMs(attempt, { firstMs: 50, maxMs: 1_000 }));
    }
  };
  const replace = async () => {
    if (isClosed) return;
    const next = await connectNext().catch(() => undefined);
    if (next && isClosed) next.destroy();
    else if (next) current = next;
  };
  let current = await connectNext();
  const follower = new Proxy(current, {
    get: (_target, name) => {
      if (name === "on")
        return (...added: Parameters<Client["on"]>) => {
          listeners.push(added);
          current.on(...added);
          return follower;
        };
      if (name === "destroy" || name === "close") isClosed = true;
      const value: unknown = Reflect.get(current, name, current);
      return typeof value === "function" ? (value.bind(current) as unknown) : value;
    },
  });
  return follower;
}
