import type { Clock } from "@orbline/kit/clock";
import type { KafkaConnection } from "@orbline/kit/kafka/connection";
import type { Logger } from "@orbline/kit/observability/logger";
import { repeat } from "@orbline/kit/process/schedule";
import type { Lifecycle } from "@orbline/kit/process/run";
import { topicIn, topics } from "@orbline/proto/topics";
import type { Connection } from "mongoose";
import { toDeath } from "./events/to-death.ts";
import { mongoDeadLetters } from "./store/mongo-dead-letters.ts";
import { forgetDeadLetters } from "./use-cases/forget-dead-letters.ts";
import { keepDeadLetter } from "./use-cases/keep-dead-letter.ts";
import { finishReplays } from "./use-cases/replay-dead-letter.ts";

const sweepMs = 30_000;

/** Follows the dead letters of every topic, finishes what a crash left of replays, and forgets old letters. */
export const openDeadLetters = async ({
  connection,
  kafka,
  namespace,
  clock,
  logger,
  lifecycle: { onStop, fail },
}: {
  connection: Connection;
  kafka: KafkaConnection;
  namespace: string;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
}) => {
  const followed = Object.values(topics).map((topic) => topicIn(namespace, topic));
  const names = followed.map(({ name }) => name);
  await kafka.ensureTopics(followed);
  const deadLetters = mongoDeadLetters({ connection, topics: names, retry: kafka.retry });
  const keep = keepDeadLetter({ deadLetters });
  await kafka.consumeDeadLetters({
    groupId: `${namespace}admin-dead-letters`,
    topics: names,
    handle: (letter) => keep(toDeath(letter)),
    fail,
  });
  const finish = finishReplays({ deadLetters, clock });
  const forget = forgetDeadLetters({ deadLetters, clock });
  const job = async () => {
    await finish();
    await forget();
  };
  onStop("dead letters", repeat({ name: "dead letters", everyMs: sweepMs, job, logger }).stop);
  return deadLetters;
};
