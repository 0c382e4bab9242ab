import type { Death } from "../domain/dead-letter.ts";
import type { DeadLetters } from "./ports.ts";

/** Takes over what a dead-letter topic tells, so that it can be looked at and replayed. Safe to repeat. */
export const keepDeadLetter =
  ({ deadLetters }: { deadLetters: DeadLetters }) =>
  (death: Death): Promise<void> =>
    deadLetters.keep(death);
