import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis } from "@orbline/kit/redis/connection";
import { hashSecret } from "@orbline/kit/http/cookies";
import { sessionKey, type SessionRecord } from "@orbline/kit/redis/sessions";
import type { Client } from "@orbline/demo/http-client";
import type { ProductInfo } from "./product/info.ts";

/** A session ends after a time without use (`idle`) or at a maximum age (`age`). */
export type SessionEnd = "idle" | "age";

const keyOf = ({ cookies }: Pick<Client, "cookies">) => {
  const id = cookies.get("sid");
  if (id === undefined) throw new Error("the client has no session");
  return sessionKey(hashSecret(id));
};

/** Moves sessions close to their end, so that they expire by time alone. */
export const openSessions = async ({ redisUrl: url }: ProductInfo) => {
  const logger = createLogger({ service: "e2e", level: "silent" });
  const redis = await connectRedis({ url, logger });

  return {
    /** Makes a session expire after `ms` milliseconds. */
    endIn: async (client: Client, ms: number, end: SessionEnd): Promise<void> => {
      const key = keyOf(client);
      const record = JSON.parse((await redis.get(key)) ?? "null") as SessionRecord;
      const nowMs = Date.now();
      if (end === "age") {
        const old = { ...record, absoluteExpiresAtMs: nowMs + ms };
        await redis.set(key, JSON.stringify(old), { expiration: "KEEPTTL" });
      } else {
        // Seen just now; otherwise the next request extends the session.
        const unused = { ...record, seenAtMs: nowMs };
        const expiration = { type: "PX", value: ms } as const;
        await redis.set(key, JSON.stringify(unused), { expiration });
      }
    },
    /** Makes the last proof of the password older than any call accepts. */
    ageProof: async (client: Pick<Client, "cookies">): Promise<void> => {
      const key = keyOf(client);
      const record = JSON.parse((await redis.get(key)) ?? "null") as SessionRecord;
      const old = { ...record, provenAtMs: 0 };
      await redis.set(key, JSON.stringify(old), { expiration: "KEEPTTL" });
    },
    close: (): void => redis.destroy(),
  };
};
