import { deadLetterGroup, deadLetterTopics } from "@orbline/kit/kafka/access";
import { toDeadLetter } from "@orbline/kit/kafka/dead-letters";
import { retryTopic } from "@orbline/kit/kafka/topics";
import type { AdminContext } from "../config.ts";
import type { DeadLetters } from "../use-cases/ports.ts";

/** Stores which messages the services could not handle, and which of them were replayed. */
export async function followDeadLetters(
  { kafka, config, lifecycle }: Pick<AdminContext, "kafka" | "config" | "lifecycle">,
  deadLetters: DeadLetters,
): Promise<void> {
  const { NAMESPACE } = config;
  await kafka.follow({
    groupId: `${NAMESPACE}${deadLetterGroup}`,
    topics: deadLetterTopics.map((topic) => `${NAMESPACE}${topic}`),
    handle: async (message) => {
      const letter = toDeadLetter(message);
      if (!letter) return;
      const isReplay = message.topic === retryTopic(letter.topic);
      await (isReplay ? deadLetters.addReplay(letter) : deadLetters.addFailure(letter));
    },
    fail: lifecycle.fail,
  });
}
