import { AppError } from "@orbline/kit/errors";
import type { GivenPrediction } from "../domain/prediction.ts";
import type { RiskLevel } from "../domain/risk.ts";
import { sportNames, type Sport } from "../domain/sport.ts";
import type { Choice, Clock, Picks, Predictions, PressTime } from "./ports.ts";
import { toCents } from "../domain/math.ts";

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
  /** Names the request: its prediction is made once, whichever process is asked again. */
  name?: string;
  /** The press of the button, where another process may be told of its second click. */
  press?: PressTime;
};

/** Two presses this close are one double click, by the usual setting of desktops. */
export const doubleClickMs = 500;

/** A stored prediction, or why there is none. */
export type GeneratedPrediction =
  | { kind: "given"; prediction: GivenPrediction }
  | { kind: "none"; error: string };

const texts: Record<Extract<Choice, { kind: "none" }>["reason"], (sport: Sport) => string> = {
  "no-games": (sport) => `No ${sportNames[sport]} games with prices in the next 7 days.`,
  "no-fit": (sport) => `No ${sportNames[sport]} bets fit this risk level right now.`,
};

/**
 * Whether a press is the second click of another process's: close to it, for the same pick or the next, and sent
 * before the first was answered, as far as the time tells that this process's own write has just taken.
 */
const isSecondClick = (
  first: { prediction: GivenPrediction; pressedAt: number },
  second: { press: PressTime; requestCount: number; arrivedAt: number; tookMs: number },
): boolean => {
  const { createdAt, requestCount = 0 } = first.prediction;
  return (
    Math.abs(second.requestCount - requestCount) <= 1 &&
    Math.abs(second.press.at - first.pressedAt) < doubleClickMs &&
    second.arrivedAt - createdAt.getTime() < second.tookMs
  );
};

/**
 * Chooses a pick and stores it before it is answered. A request that was answered before gets that prediction, and
 * so does the second click of a double click.
 */
export const generatePrediction = ({
  picks,
  predictions,
  clock,
  newId,
  elapsedMs = () => performance.now(),
}: {
  picks: Picks;
  predictions: Predictions;
  clock: Clock;
  /** The same id for the same name; a new one where there is none. */
  newId: (name?: string) => string;
  /** A clock that never jumps. */
  elapsedMs?: () => number;
}) => {
  /** What stands in the way of a prediction, or the prediction, where only its span of time was taken. */
  const standing = async (
    prediction: GivenPrediction,
    press: PressTime | undefined,
    tookMs: number,
  ): Promise<GivenPrediction | undefined> => {
    const { userId, id, requestCount = 0 } = prediction;
    const known = await predictions.find(userId, id);
    if (known || !press) return known;
    const arrivedAt = prediction.createdAt.getTime();
    const near = await predictions.findPressed(userId, press.spans);
    const first = near.find((one) =>
      isSecondClick(one, { press, requestCount, arrivedAt, tookMs }),
    );
    if (first) return first.prediction;
    // The same request may have been stored meanwhile, by another process.
    return (await predictions.add(prediction)) ? prediction : predictions.find(userId, id);
  };

  return async (request: GeneratePrediction): Promise<GeneratedPrediction> => {
    const { userId, sport, riskLevel, stake, requestCount, seed, name, press } = request;
    const n = Math.max(1, requestCount);
    const chosen = picks.choose({ sport, riskLevel, n, ...(seed !== undefined && { seed }) });
    if (chosen.kind === "none") return { kind: "none", error: texts[chosen.reason](sport) };
    const { pick, slate, modelVersion } = chosen;
    const { kind, label, snapshotId, pricedAt } = slate;
    const prediction: GivenPrediction = {
      ...pick,
      id: newId(name),
      userId,
      createdAt: clock.now(),
      sport,
      riskLevel,
      stake: toCents(stake),
      requestCount: n,
      modelVersion,
      slate: { kind, label, snapshotId, pricedAt },
    };
    const from = elapsedMs();
    if (await predictions.add(prediction, press)) return { kind: "given", prediction };
    const known = await standing(prediction, press, elapsedMs() - from);
    if (!known)
      throw new AppError("conflict", "prediction.taken", "The prediction cannot be stored.");
    return { kind: "given", prediction: known };
  };
};
