import { z } from "zod";
import type { DuePredictions } from "../use-cases/ports.ts";
import { type PredictionDocument, toRecord } from "./prediction-schema.ts";
import { isAmerican } from "../domain/odds.ts";

const side = z.enum(["home", "away"]);
const odds = z.number().refine(isAmerican, "no American price");
const outcome = z.enum(["open", "won", "lost", "push", "void"]);

/** As much of a stored prediction as settling and counting it rest on. */
const settleable = z.object({
  sport: z.string(),
  riskLevel: z.string(),
  userId: z.string(),
  stake: z.number().nonnegative(),
  odds,
  probability: z.number().min(0).max(1),
  legs: z
    .array(
      z.object({
        gameId: z.string(),
        wager: z.discriminatedUnion("market", [
          z.object({ market: z.literal("moneyline"), side: z.enum(["home", "away", "draw"]) }),
          z.object({ market: z.literal("spread"), side, line: z.number() }),
        ]),
        odds,
        endsAt: z.date(),
        marketProbability: z.number().min(0).max(1),
        favourite: z.object({ side: z.enum(["home", "away", "draw"]), odds }).optional(),
      }),
    )
    .min(1),
  slate: z.object({ kind: z.string(), label: z.string() }),
  legOutcomes: z.array(outcome),
  outcome,
});

/** Parts what can be settled from what cannot even be read. */
export const readDue = (documents: readonly PredictionDocument[]): DuePredictions => {
  const found: DuePredictions = { due: [], unreadable: [] };
  for (const document of documents) {
    const { success, error } = settleable.safeParse(document);
    if (success) found.due.push(toRecord(document));
    else {
      const reason = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      found.unreadable.push({ id: document._id, reason: reason.join("; ") });
    }
  }
  return found;
};
