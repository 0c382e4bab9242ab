import { randomBytes } from "node:crypto";
import { systemClock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis } from "@orbline/kit/redis/connection";
import { redisSessions, sessionCookieName } from "@orbline/kit/redis/sessions";

/** Users with a session each, as identity would have opened them; a session's Cookie header by user. */
export const openSessions = async (
  redisUrl: string,
  count: number,
): Promise<Map<string, string>> => {
  const logger = createLogger({ service: "bench", level: "warn" });
  const redis = await connectRedis({ url: redisUrl, logger });
  const sessions = redisSessions({ redis, clock: systemClock });
  const cookies = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const userId = `usr_${randomBytes(8).toString("hex")}`;
    const { id } = await sessions.create({ userId, role: "user" });
    cookies.set(userId, `${sessionCookieName(false)}=${id}`);
  }
  redis.destroy();
  return cookies;
};
