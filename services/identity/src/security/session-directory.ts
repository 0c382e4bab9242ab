import type { Clock } from "@orbline/kit/clock";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { sessionStore } from "@orbline/kit/redis/sessions";
import Bowser from "bowser";
import type { Sessions } from "../use-cases/ports.ts";

const maxUserAgentLength = 200;

/** Sessions in Redis. While it is down nobody can sign in, and nobody is signed out. */
export function sessionDirectory({ redis, clock }: { redis: Redis; clock: Clock }): Sessions {
  const sessions = sessionStore({ redis, clock });
  return {
    ping: async () => {
      await orUnavailable(redis.ping());
    },
    open: ({ userId, role, userAgent }) =>
      orUnavailable(
        sessions.create({ userId, role, userAgent: userAgent?.slice(0, maxUserAgentLength) }),
      ),
    renewProof: (sessionId) => orUnavailable(sessions.renewProof(sessionId)),
    close: ({ userId, sessionId }) => orUnavailable(sessions.delete(userId, sessionId)),
    list: async (userId) => {
      const listed = await orUnavailable(sessions.list(userId));
      return listed.map(({ sessionId, record }) => ({
        sessionId,
        device: userAgentLabel(record.userAgent),
        createdAt: new Date(record.createdAtMs),
        lastSeenAt: new Date(record.seenAtMs),
      }));
    },
    closeAll: (userId, { except } = {}) => orUnavailable(sessions.deleteAll(userId, { except })),
  };
}

/** The label of a user agent, such as "Firefox on Linux". It omits versions, because they change. */
export function userAgentLabel(userAgent: string | undefined): string {
  if (!userAgent) return "Unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const device = platform.model ?? os.name;
  if (!browser.name) return device ?? "Unknown device";
  return device ? `${browser.name} on ${device}` : browser.name;
}
