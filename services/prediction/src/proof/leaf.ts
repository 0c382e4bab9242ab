import { randomBytes } from "node:crypto";
import { trackRecordLabel } from "../domain/counts/performance.ts";
import type { LegSummary, PredictionSummary } from "../domain/prediction.ts";

/** Hides the content of a leaf until it is disclosed, and forever once the salt is erased. */
export const createSalt = (): string => randomBytes(16).toString("hex");

/**
 * The text that a leaf commits to: canonical JSON (RFC 8785) of the salt and of everything about a prediction except
 * its user, stake, analysis and outcome. Equal predictions with equal salts have equal texts. Keys are in alphabetical
 * order here, and JSON.stringify writes numbers and texts as RFC 8785 asks for.
 */
export function leafText(salt: string, prediction: PredictionSummary): string {
  const { slate } = prediction;
  return JSON.stringify({
    createdAt: prediction.createdAt.toISOString(),
    id: prediction.id,
    legs: prediction.legs.map(toLeg),
    modelVersion: prediction.modelVersion,
    odds: prediction.odds,
    probability: prediction.probability,
    riskLevel: prediction.riskLevel,
    salt,
    slate: { kind: slate.kind, label: trackRecordLabel(slate) },
    sport: prediction.sport,
    v: 1,
  });
}

const toLeg = (leg: LegSummary) => ({
  betOn: leg.betOn,
  betType: leg.betType,
  book: leg.book,
  endsAt: leg.endsAt.toISOString(),
  favorite: leg.favorite && { odds: leg.favorite.odds, side: leg.favorite.side },
  game: leg.game,
  gameId: leg.gameId,
  marketProbability: leg.marketProbability,
  modelProbability: leg.modelProbability,
  odds: leg.odds,
  opponent: leg.opponent,
  probability: leg.probability,
  startsAt: leg.startsAt.toISOString(),
  wager: {
    line: leg.wager.market === "spread" ? leg.wager.line : undefined,
    market: leg.wager.market,
    side: leg.wager.side,
  },
});
