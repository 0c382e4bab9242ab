import type { GivenPrediction } from "../domain/prediction.ts";
import type { Sport } from "../domain/sport.ts";
import type { GeneratedPrediction, GeneratePrediction } from "./generate-prediction.ts";

/** A wish as a screen sends it. */
export type PredictionWish = GeneratePrediction & {
  /** False: a prediction already given will do while prices are unchanged. */
  forceNew?: boolean;
  /** When the button was pressed, by the screen's clock, in milliseconds. */
  pressedAt?: number;
};

/** Predictions given lately, by wish; may forget. */
export type GivenLately = {
  get: (key: string) => GivenPrediction | undefined;
  set: (key: string, prediction: GivenPrediction) => unknown;
};

/** Two presses this close are one double click, by the usual setting of desktops. */
const doubleClickMs = 500;

type UnderWay = { pressedAt: number | undefined; answer: Promise<GeneratedPrediction> };

const isDoubleClick = (first: UnderWay | undefined, pressedAt: number | undefined) =>
  first?.pressedAt !== undefined &&
  pressedAt !== undefined &&
  Math.abs(pressedAt - first.pressedAt) < doubleClickMs;

/**
 * Generates, but not twice for one wish: a double click gets the answer that is under way, whichever number
 * its request has, and `forceNew: false` the prediction given before while the slate is the same. The
 * riskiest level is always new.
 */
export const generateOnce = ({
  generate,
  lately,
  snapshotOf,
}: {
  generate: (request: GeneratePrediction) => Promise<GeneratedPrediction>;
  lately: GivenLately;
  snapshotOf: (sport: Sport) => string;
}) => {
  const underWay = new Map<string, UnderWay>();

  const generateNew = async (key: string, request: GeneratePrediction) => {
    const generated = await generate(request);
    if (generated.kind === "given") lately.set(key, generated.prediction);
    return generated;
  };

  return async ({
    forceNew = true,
    pressedAt,
    ...request
  }: PredictionWish): Promise<GeneratedPrediction> => {
    const { userId, sport, riskLevel, stake, requestCount } = request;
    const combination = [userId, sport, riskLevel, stake].join("|");
    const first = underWay.get(combination);
    if (first && isDoubleClick(first, pressedAt)) return first.answer;

    const key = `${combination}|${requestCount}`;
    const known = forceNew || riskLevel === "insane" ? undefined : lately.get(key);
    if (known?.slate.snapshotId === snapshotOf(sport)) return { kind: "given", prediction: known };

    const entry: UnderWay = { pressedAt, answer: generateNew(key, request) };
    underWay.set(combination, entry);
    try {
      return await entry.answer;
    } finally {
      if (underWay.get(combination) === entry) underWay.delete(combination);
    }
  };
};
