import type { GivenPrediction } from "../domain/prediction.ts";
import type { Sport } from "../domain/sport.ts";
import type { GeneratedPrediction, GeneratePrediction } from "./generate-prediction.ts";
import type { Clock } from "./ports.ts";

/** A wish as a screen sends it. */
export type PredictionWish = Omit<GeneratePrediction, "press"> & {
  /** False: a prediction already given will do while prices are unchanged. */
  forceNew?: boolean;
  /** When the button was pressed, by the screen's clock, in milliseconds. */
  pressedAt?: number;
};

/** Something kept for a while by a key; may forget. */
export type Recent<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => unknown;
};

/** A press of the button whose prediction is being made or was just answered. */
export type Press = {
  pressedAt: number;
  requestCount: number;
  seed: number | undefined;
  answer: Promise<GeneratedPrediction>;
  /** How long it took, in whole milliseconds; absent while it is under way. */
  tookMs?: number;
};

/** Two presses this close are one double click, by the usual setting of desktops. */
const doubleClickMs = 500;

/** A press as it was told: which one, when, and for which of the picks. */
type ToldPress = Omit<Press, "answer" | "tookMs">;

/**
 * Whether a press is the second one of a double click: for the same pick or the next, as a screen counts its
 * presses, and before the first one's answer could be seen. A caller that waits for each answer never does that,
 * however quick it is; one whose clock stands still meanwhile has sent the same again only if all is the same.
 */
const isDoubleClick = (first: Press, { pressedAt, requestCount, seed }: ToldPress): boolean => {
  const { tookMs } = first;
  const apartMs = Math.abs(pressedAt - first.pressedAt);
  if (apartMs === 0 && tookMs !== undefined)
    return requestCount === first.requestCount && seed === first.seed;
  const isNear = Math.abs(requestCount - first.requestCount) <= 1;
  return isNear && apartMs < Math.min(doubleClickMs, tookMs ?? doubleClickMs);
};

/** A press told as this long ago at most may be a request sent again; older ones are stopped clocks. */
const resentMs = 10_000;

/**
 * Generates, but not twice for one wish: the second press of a double click gets the answer of the first, and
 * `forceNew: false` the prediction given before while the slate is the same. The riskiest level is always new.
 * Both are remembered by this process; a press that is sent again is known to all by its name.
 */
export const generateOnce = ({
  generate,
  given,
  presses,
  snapshotOf,
  clock,
  elapsedMs = () => performance.now(),
}: {
  generate: (request: GeneratePrediction) => Promise<GeneratedPrediction>;
  given: Recent<GivenPrediction>;
  presses: Recent<Press>;
  snapshotOf: (sport: Sport) => string;
  clock: Clock;
  /** A clock that never jumps. */
  elapsedMs?: () => number;
}) => {
  const generateNew = async (key: string, request: GeneratePrediction) => {
    const generated = await generate(request);
    if (generated.kind === "given") given.set(key, generated.prediction);
    return generated;
  };

  const nameOf = (combination: string, { pressedAt, requestCount, seed }: ToldPress) => {
    const isRecent = Math.abs(clock.now().getTime() - pressedAt) <= resentMs;
    return isRecent ? { press: [combination, requestCount, seed ?? "", pressedAt].join("|") } : {};
  };

  const remember = (combination: string, press: Press) => {
    presses.set(combination, press);
    const from = elapsedMs();
    const answered = () => {
      press.tookMs = Math.floor(elapsedMs() - from);
    };
    press.answer.then(answered, answered);
  };

  return async ({
    forceNew = true,
    pressedAt,
    ...request
  }: PredictionWish): Promise<GeneratedPrediction> => {
    const { userId, sport, riskLevel, stake, requestCount, seed } = request;
    const combination = [userId, sport, riskLevel, stake].join("|");
    const press = pressedAt === undefined ? undefined : { pressedAt, requestCount, seed };
    const first = press && presses.get(combination);
    if (first && isDoubleClick(first, press)) return first.answer;

    const key = `${combination}|${requestCount}`;
    const known = forceNew || riskLevel === "insane" ? undefined : given.get(key);
    if (known?.slate.snapshotId === snapshotOf(sport)) return { kind: "given", prediction: known };

    const answer = generateNew(key, { ...request, ...(press && nameOf(combination, press)) });
    if (press) remember(combination, { ...press, answer });
    return answer;
  };
};
