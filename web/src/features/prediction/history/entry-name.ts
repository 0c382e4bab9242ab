import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { shortName } from "../result/team-names.ts";
import { messages } from "../messages.ts";
import { sportNames } from "#/shared/messages.ts";

/** A short name of a stored prediction: the pick of a single bet, else sport and number of legs. */
export function entryName({ legs, sport }: HistoryEntry) {
  const [first, ...others] = legs;
  if (first && others.length === 0) return shortName(first.betOn);
  return messages.legs(legs.length, sportNames[sport]);
}
