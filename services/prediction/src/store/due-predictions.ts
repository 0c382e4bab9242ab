import { z } from "zod";
import type { PredictionSummary } from "../domain/prediction.ts";
import type { Predictions, UnreadablePrediction } from "../use-cases/ports.ts";
import { isAmerican } from "../domain/odds.ts";
import { type SummaryDocument, toPrediction } from "./prediction-document.ts";

const side = z.enum(["home", "away"]);
const odds = z.number().refine(isAmerican, "no American price");
const outcome = z.enum(["open", "won", "lost", "push", "void"]);

/** The fields of a stored prediction that settlement and the counts depend on. */
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
        favorite: z.object({ side: z.enum(["home", "away", "draw"]), odds }).optional(),
      }),
    )
    .min(1),
  slate: z.object({ kind: z.string(), label: z.string() }),
  legOutcomes: z.array(outcome),
  outcome,
});

/** Separates the documents that can be settled from unreadable ones. */
export function readDue(
  documents: readonly SummaryDocument[],
): Awaited<ReturnType<Predictions["findDue"]>> {
  const due: PredictionSummary[] = [];
  const unreadable: UnreadablePrediction[] = [];
  for (const document of documents) {
    const { success, error } = settleable.safeParse(document);
    if (success) due.push(toPrediction(document));
    else {
      const reason = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      unreadable.push({ id: document._id, reason: reason.join("; ") });
    }
  }
  return { due, unreadable };
}
