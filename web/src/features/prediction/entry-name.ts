import type { HistoryEntry } from "@orbline/proto/http/prediction-history";
import { predictionTexts as texts } from "#/texts/prediction.ts";
import { sportNames } from "#/texts/slate.ts";
import { shortName } from "./team-names.ts";

/** A stored prediction in a few words: the pick of a single bet, else sport and number of legs. */
export const entryName = ({ legs, sport }: HistoryEntry) => {
  const [first, ...others] = legs;
  if (first && others.length === 0) return shortName(first.betOn);
  return texts.legs(legs.length, sportNames[sport]);
};
