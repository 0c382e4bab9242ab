import { randomBytes } from "node:crypto";
import { trackRecordLabel } from "../domain/counts/performance.ts";
import type { LegSummary, PredictionSummary } from "../domain/prediction.ts";

/** Hides the content of a leaf until it is disclosed, and forever once the salt is erased. */
export const createSalt = (): string => randomBytes(16).toString("hex");

/**
 * The text that a leaf commits to: canonical JSON (RFC 8785) of the salt and of everything about a prediction except
 * its user, stake, analysis and outcome. Equal predictions with equal salts have equal texts.
 */
export function leafText(salt: string, prediction: PredictionSummary): string {
  const { id, createdAt, sport, riskLevel, slate, modelVersion, odds, probability } = prediction;
  return canonicalJson({
    v: 1,
    salt,
    id,
    createdAt: createdAt.toISOString(),
    sport,
    riskLevel,
    slate: { kind: slate.kind, label: trackRecordLabel(slate) },
    modelVersion,
    odds,
    probability,
    legs: prediction.legs.map(toLeg),
  });
}

const toLeg = (leg: LegSummary) => ({
  gameId: leg.gameId,
  game: leg.game,
  betOn: leg.betOn,
  opponent: leg.opponent,
  betType: leg.betType,
  wager: leg.wager,
  odds: leg.odds,
  book: leg.book,
  startsAt: leg.startsAt.toISOString(),
  endsAt: leg.endsAt.toISOString(),
  modelProbability: leg.modelProbability,
  marketProbability: leg.marketProbability,
  probability: leg.probability,
  favorite: leg.favorite,
});

/** JSON with sorted keys. JSON.stringify already writes numbers and texts as RFC 8785 asks for. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
