import { consumedTopics } from "@orbline/kit/kafka/access";
import type { AdminContext } from "../config.ts";
import type { DeadLetterOrigin, DeadLetters } from "../use-cases/ports.ts";

/** A dead letter without its key and value. Times are 0 until the failure or a replay is read. */
type DeadLetterDocument = {
  _id: string;
  topic: string;
  group: string;
  reason: string;
  failedAtMs: number;
  replayedAtMs: number;
  isWaiting: boolean;
};

/** Kafka keeps dead letters as long. */
const keptMs = 30 * 86_400_000;

/**
 * Dead letters in MongoDB, read from their topics. Failures and replays arrive on different topics and in any order;
 * a letter waits when its last failure is newer than its last replay.
 */
export function mongoDeadLetters({
  connection,
  config: { NAMESPACE },
  clock,
}: Pick<AdminContext, "connection" | "config" | "clock">): DeadLetters {
  const collection = connection.collection<DeadLetterDocument>("dead_letters");

  const ensure = async ({ topic, partition, offset, group }: DeadLetterOrigin) => {
    const _id = [topic, partition, offset, group].join("/");
    const first = { topic, group, reason: "", failedAtMs: 0, replayedAtMs: 0, isWaiting: false };
    await collection.updateOne({ _id }, { $setOnInsert: first }, { upsert: true });
    return _id;
  };
  const oldestKept = () => clock.now().getTime() - keptMs;

  return {
    addFailure: async ({ failedAt, reason, ...origin }) => {
      const failedAtMs = failedAt.getTime();
      await collection.deleteMany({ failedAtMs: { $lt: oldestKept(), $gt: 0 } });
      const _id = await ensure(origin);
      await collection.updateOne(
        { _id, failedAtMs: { $lt: failedAtMs } },
        { $set: { failedAtMs, reason } },
      );
      await collection.updateOne(
        { _id, replayedAtMs: { $lt: failedAtMs } },
        { $set: { isWaiting: true } },
      );
    },
    addReplay: async ({ failedAt: replayedAt, ...origin }) => {
      const replayedAtMs = replayedAt.getTime();
      const _id = await ensure(origin);
      await collection.updateOne({ _id }, { $max: { replayedAtMs } });
      await collection.updateOne(
        { _id, failedAtMs: { $lte: replayedAtMs } },
        { $set: { isWaiting: false } },
      );
    },
    countWaiting: async () => {
      const counts = await Promise.all(
        consumedTopics.map(async ({ service, topic }) => {
          const waiting = {
            isWaiting: true,
            topic: `${NAMESPACE}${topic}`,
            group: `${NAMESPACE}${service}`,
            failedAtMs: { $gte: oldestKept() },
          };
          const [oldest, newest] = await Promise.all(
            ([1, -1] as const).map((failedAtMs) =>
              collection.findOne(waiting, { sort: { failedAtMs } }),
            ),
          );
          if (!oldest || !newest) return [];
          const waits = await collection.countDocuments(waiting);
          const oldestAt = new Date(oldest.failedAtMs);
          return [{ service, topic, waiting: waits, oldestAt, lastReason: newest.reason }];
        }),
      );
      return counts.flat();
    },
  };
}
