import { AppError } from "@orbline/kit/errors";
import { toCents } from "../domain/bet.ts";
import type { GivenPrediction } from "../domain/prediction.ts";
import type { RiskLevel } from "../domain/risk.ts";
import { sportNames, type Sport } from "../domain/sport.ts";
import type { Choice, Clock, Picks, Predictions } from "./ports.ts";

/** What a subscriber asks for. */
export type GeneratePrediction = {
  userId: string;
  sport: Sport;
  riskLevel: RiskLevel;
  stake: number;
  /** Ask for the n-th distinct pick, from 1. */
  requestCount: number;
  /** Draws among the good picks instead. */
  seed?: number;
  /** Names the press of the button: the prediction of a press is made once, whichever process is asked again. */
  press?: string;
};

/** A stored prediction, or why there is none. */
export type GeneratedPrediction =
  | { kind: "given"; prediction: GivenPrediction }
  | { kind: "none"; error: string };

const texts: Record<Extract<Choice, { kind: "none" }>["reason"], (sport: Sport) => string> = {
  "no-games": (sport) => `No ${sportNames[sport]} games with prices in the next 7 days.`,
  "no-fit": (sport) => `No ${sportNames[sport]} bets fit this risk level right now.`,
};

/** Chooses a pick and stores it before it is answered; a press that was answered before gets that prediction. */
export const generatePrediction =
  ({
    picks,
    predictions,
    clock,
    newId,
  }: {
    picks: Picks;
    predictions: Predictions;
    clock: Clock;
    /** The same id for the same press; a new one where there is none. */
    newId: (press?: string) => string;
  }) =>
  async (request: GeneratePrediction): Promise<GeneratedPrediction> => {
    const { userId, sport, riskLevel, stake, requestCount, seed, press } = request;
    const n = Math.max(1, requestCount);
    const chosen = picks.choose({ sport, riskLevel, n, ...(seed !== undefined && { seed }) });
    if (chosen.kind === "none") return { kind: "none", error: texts[chosen.reason](sport) };
    const { pick, slate, modelVersion } = chosen;
    const { kind, label, snapshotId, pricedAt } = slate;
    const prediction: GivenPrediction = {
      ...pick,
      id: newId(press),
      userId,
      createdAt: clock.now(),
      sport,
      riskLevel,
      stake: toCents(stake),
      modelVersion,
      slate: { kind, label, snapshotId, pricedAt },
    };
    if (await predictions.add(prediction)) return { kind: "given", prediction };
    const known = await predictions.find(userId, prediction.id);
    if (!known)
      throw new AppError("conflict", "prediction.taken", "The prediction cannot be stored.");
    return { kind: "given", prediction: known };
  };
