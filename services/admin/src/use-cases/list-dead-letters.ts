import type { DeadLetter } from "../domain/dead-letter.ts";
import type { DeadLetters } from "./ports.ts";

/** Letters of a page, and how many are dead in each topic. */
export type DeadLetterList = {
  letters: DeadLetter[];
  topics: { topic: string; dead: number }[];
  next: string | undefined;
};

/** One page of dead letters, newest first. */
export const listDeadLetters =
  ({ deadLetters }: { deadLetters: DeadLetters }) =>
  async (query: Parameters<DeadLetters["list"]>[0]): Promise<DeadLetterList> => {
    const [page, topics] = await Promise.all([deadLetters.list(query), deadLetters.countDead()]);
    return { ...page, topics };
  };
