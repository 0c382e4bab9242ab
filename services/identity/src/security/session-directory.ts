import type { Clock } from "@orbline/kit/clock";
import { userAgentLabel } from "@orbline/kit/http/user-agent";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { sessionStore } from "@orbline/kit/redis/sessions";
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
