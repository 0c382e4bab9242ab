import type { GivenPrediction } from "../domain/prediction.ts";
import type { Sport } from "../domain/sport.ts";
import {
  doubleClickMs,
  type GeneratedPrediction,
  type GeneratePrediction,
} from "./generate-prediction.ts";
import type { Clock, Predictions, PressTime } from "./ports.ts";
import { toCents } from "../domain/math.ts";

/** A wish as a screen sends it. */
export type PredictionWish = Omit<GeneratePrediction, "name" | "press"> & {
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
/** For so long a prediction already given will do. */
const reuseMs = 3_600_000;

/** Spans of twice a double click, one beginning in the middle of another: what is closer has one in common. */
const spansOf = (combination: string, pressedAt: number): string[] => {
  const half = Math.floor(pressedAt / doubleClickMs);
  return [half - 1, half].map((span) => `${combination}|${span}`);
};

/**
 * Generates, but not twice for one wish: the second press of a double click gets the answer of the first, and
 * `forceNew: false` the prediction given before while the slate is the same. The riskiest level is always new.
 * This process knows its own requests; the database knows them all, and is asked where this one knows nothing.
 */
export const generateOnce = ({
  generate,
  findGiven,
  given,
  presses,
  snapshotOf,
  clock,
  elapsedMs = () => performance.now(),
}: {
  generate: (request: GeneratePrediction) => Promise<GeneratedPrediction>;
  findGiven: Predictions["findGiven"];
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

  /** What other processes know a press by. */
  const told = (
    combination: string,
    { pressedAt, requestCount, seed }: ToldPress,
    before: Press | undefined,
  ): { name?: string; press?: PressTime } => {
    if (Math.abs(clock.now().getTime() - pressedAt) > resentMs) return {};
    const name = [combination, requestCount, seed ?? "", pressedAt].join("|");
    // A press of this process that is no double click with this one has the spans.
    const isNext = before && Math.abs(pressedAt - before.pressedAt) < 2 * doubleClickMs;
    return isNext
      ? { name }
      : { name, press: { at: pressedAt, spans: spansOf(combination, pressedAt) } };
  };

  const remember = (combination: string, press: Press) => {
    presses.set(combination, press);
    const from = elapsedMs();
    const answered = () => {
      press.tookMs = Math.floor(elapsedMs() - from);
    };
    press.answer.then(answered, answered);
  };

  /** A prediction that was given before under the same prices, or one that is made under a name of these. */
  const reuse = async (
    key: string,
    { press: _press, ...request }: GeneratePrediction,
  ): Promise<GeneratedPrediction> => {
    const { userId, sport, riskLevel } = request;
    const snapshotId = snapshotOf(sport);
    const known = given.get(key);
    if (known?.slate.snapshotId === snapshotId) return { kind: "given", prediction: known };
    const since = new Date(clock.now().getTime() - reuseMs);
    const asked = {
      stake: toCents(request.stake),
      requestCount: Math.max(1, request.requestCount),
    };
    const wish = { userId, sport, riskLevel, ...asked, snapshotId, since };
    const stored = await findGiven(wish);
    if (!stored) return generateNew(key, { ...request, name: `${key}|${snapshotId}` });
    given.set(key, stored);
    return { kind: "given", prediction: stored };
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
    const answer =
      forceNew || riskLevel === "insane"
        ? generateNew(key, { ...request, ...(press && told(combination, press, first)) })
        : reuse(key, request);
    if (press) remember(combination, { ...press, answer });
    return answer;
  };
};
