import type { DeadLetter } from "@orbline/kit/kafka/dead-letters";
import type { Death } from "../domain/dead-letter.ts";

/** A message of a dead-letter topic as this service keeps it. */
export const toDeath = (letter: DeadLetter): Death => ({
  ...letter,
  type: letter.headers["ce_type"] ?? "",
});
