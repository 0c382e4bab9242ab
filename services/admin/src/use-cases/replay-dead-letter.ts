import { AppError } from "@orbline/kit/errors";
import type { Facts } from "../domain/audit.ts";
import type { DeadLetter } from "../domain/dead-letter.ts";
import { audited } from "./audited.ts";
import type { AdminDeps, Clock, DeadLetters } from "./ports.ts";

/** What replaying needs besides the log. */
export type ReplayDeps = { deadLetters: DeadLetters; clock: Clock };

const facts = ({ state, deaths }: DeadLetter): Facts => ({ state, deaths });

const notFound = () =>
  new AppError("not-found", "dead-letter.not-found", "There is no such dead letter.");

/** Publishes a letter that is marked as on its way, then marks it as handed over, unless it died meanwhile. */
const handOver = async ({ deadLetters, clock }: ReplayDeps, id: string): Promise<DeadLetter> => {
  await deadLetters.publish(id);
  await deadLetters.markReplayed(id, clock.now());
  const letter = await deadLetters.find(id);
  if (!letter) throw notFound();
  return letter;
};

/**
 * Hands a message to the consumer that gave it up. The mark is durable before it is published, so whoever comes
 * after a crash in between finishes the work; a second copy changes nothing, as consumers know what they have.
 * @throws not-found, unavailable
 */
export const replayDeadLetter =
  (deps: Pick<AdminDeps, "auditLog" | "newId"> & ReplayDeps) =>
  async ({
    id,
    ...order
  }: {
    id: string;
    actorId: string;
    reason: string;
  }): Promise<DeadLetter> => {
    const { deadLetters, clock, newId } = deps;
    const letter = await deadLetters.find(id);
    if (!letter) throw notFound();
    const { topic, key, group } = letter;
    return audited(deps)({
      ...order,
      action: "replay-dead-letter",
      target: { kind: "dead-letter", id },
      commandId: newId(),
      details: { topic, key, group },
      before: facts(letter),
      carryOut: async () => {
        if (!(await deadLetters.markReplaying(id, clock.now()))) throw notFound();
        return handOver(deps, id);
      },
      after: facts,
    });
  };

// Longer than any replay that is still at work.
const abandonedMs = 60_000;

/** Finishes replays that began a minute ago or longer and were not finished, as after a crash. */
export const finishReplays = (deps: ReplayDeps) => async (): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - abandonedMs);
  for (const id of await deps.deadLetters.findAbandoned(before)) await handOver(deps, id);
};
