import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { redisSessions as sessionRecords } from "@orbline/kit/redis/sessions";
import type { Clock, Sessions } from "../use-cases/ports.ts";
import { deviceWords } from "./device-words.ts";

const maxUserAgentLength = 200;

/** Sessions in Redis; without it nobody gets in and nobody is told to be signed out. */
export const redisSessions = ({ redis, clock }: { redis: Redis; clock: Clock }): Sessions => {
  const records = sessionRecords({ redis, clock });
  return {
    reach: async () => {
      await orUnavailable(redis.ping());
    },
    open: ({ userAgent, ...owner }) =>
      orUnavailable(
        records.create({
          ...owner,
          ...(userAgent && { userAgent: userAgent.slice(0, maxUserAgentLength) }),
        }),
      ),
    close: ({ userId, sid }) => orUnavailable(records.delete(userId, sid)),
    list: async (userId) => {
      const listed = await orUnavailable(records.list(userId));
      return listed.map(({ sid, record }) => ({
        sid,
        device: deviceWords(record.userAgent),
        createdAt: new Date(record.createdAtMs),
        lastSeenAt: new Date(record.seenAtMs),
      }));
    },
    closeAll: (userId, { except } = {}) => orUnavailable(records.deleteAll(userId, { except })),
  };
};
