import type { Clock, DeadLetters } from "./ports.ts";

// As long as their topics keep them.
const keptMs = 30 * 86_400_000;

/** Forgets letters that died 30 days ago, whatever became of them: they hold what users had entered. */
export const forgetDeadLetters =
  ({ deadLetters, clock }: { deadLetters: DeadLetters; clock: Clock }) =>
  (): Promise<void> =>
    deadLetters.forget(new Date(clock.now().getTime() - keptMs));
