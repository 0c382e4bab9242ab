import { hourMs } from "../domain/dates.ts";
import {
  assertNotPaused,
  type Guardrails,
  hasLimits,
  type InsaneDay,
  isMilestone,
  limitReached,
  type ReachedLimit,
  type UserGuardrails,
} from "../domain/guardrails.ts";
import type { HeldPicks } from "../domain/held-picks.ts";
import { toCents } from "../domain/math.ts";
import type { Prediction } from "../domain/prediction.ts";
import type { RiskLevel } from "../domain/risk.ts";
import { sportNames, type Sport } from "../domain/sport.ts";
import type { PickResult, PredictionDeps } from "./ports.ts";

export type PredictionRequest = {
  userId: string;
  sport: Sport;
  riskLevel: RiskLevel;
  stake: number;
  /** Requests the n-th distinct pick, from 1. */
  requestCount: number;
  /** Only picks with this game. */
  gameId?: string | undefined;
  /** Draws among the good picks instead. */
  seed?: number | undefined;
  /** False: an earlier prediction will do while prices are unchanged. The riskiest level is always new. */
  forceNew?: boolean | undefined;
  /** When the user clicked; with the other fields it is the idempotency key. */
  timestamp?: number | string | undefined;
};

export type GeneratedPrediction =
  | { kind: "generated"; prediction: Prediction; isEarlier?: boolean; insaneToday?: InsaneDay }
  | { kind: "none"; error: string };

type GenerateDeps = Pick<PredictionDeps, "picks" | "clock" | "openPicks" | "predictionId"> & {
  slates: Pick<PredictionDeps["slates"], "current">;
  predictions: Pick<PredictionDeps["predictions"], "add" | "find" | "findExisting">;
  guardrails: Pick<Guardrails, "find" | "reserve" | "reachedStakes" | "insaneDay">;
};

/** Age up to which an earlier prediction is returned again. */
const reuseMs = hourMs;

/**
 * Generates a prediction and stores it before it is returned. The user has no open prediction of the same bets, nor of
 * another side of one of their markets. A repeated request (same fields and timestamp) returns the prediction that the
 * first one stored, in every process; a request that allows an earlier prediction may get one, with `isEarlier`.
 * @throws forbidden during the user's time-out or self-exclusion; rate-limited beyond a limit that the user has set
 */
export async function generatePrediction(
  deps: GenerateDeps,
  request: PredictionRequest,
): Promise<GeneratedPrediction> {
  const { userId, sport, riskLevel, gameId, seed, forceNew, timestamp } = request;
  const stake = toCents(request.stake);
  const requestCount = Math.max(1, request.requestCount);
  const fields = { userId, sport, riskLevel, stake, requestCount };
  const createdAt = deps.clock.now();
  const guardrails = await deps.guardrails.find(userId);
  assertNotPaused(guardrails, createdAt);
  const isReusable = forceNew === false && riskLevel !== "insane" && gameId === undefined;
  if (isReusable) {
    const { snapshotId } = deps.slates.current(sport);
    const since = new Date(createdAt.getTime() - reuseMs);
    const existing = await deps.predictions.findExisting({ ...fields, snapshotId, since });
    if (existing) return { kind: "generated", prediction: existing, isEarlier: true };
  }
  const key = isReusable ? deps.slates.current(sport).snapshotId : timestamp;
  const ofGame = gameId === undefined ? [] : [gameId];
  const id = deps.predictionId(
    key === undefined ? undefined : [...Object.values(fields), seed, key, ...ofGame],
  );
  const held = await deps.openPicks.of(userId);
  if (held.includes(id)) {
    const stored = await deps.predictions.find(userId, id);
    if (stored) return { kind: "generated", prediction: stored };
  }
  const { accepts } = held;
  const found = deps.picks.find({ sport, riskLevel, n: requestCount, seed, gameId, accepts });
  if (found.kind === "none") return { kind: "none", error: noPickTexts[found.reason](sport) };
  const { kind, label, snapshotId, pricedAt } = found.slate;
  const made: Prediction = {
    ...found.pick,
    ...fields,
    id,
    createdAt,
    modelVersion: found.modelVersion,
    slate: { kind, label, snapshotId, pricedAt },
    outcome: "open",
    returned: 0,
    profit: 0,
    legOutcomes: found.pick.legs.map(() => "open"),
    favoriteOutcomes: found.pick.legs.map(() => "open"),
    closingProbabilities: found.pick.legs.map(() => null),
  };
  const prediction = await store(deps, { guardrails, held, made });
  if (riskLevel !== "insane") return { kind: "generated", prediction };
  const insaneToday = await deps.guardrails.insaneDay(userId, prediction, held);
  return { kind: "generated", prediction, ...(isMilestone(insaneToday) && { insaneToday }) };
}

type NewPrediction = { guardrails: UserGuardrails; held: HeldPicks; made: Prediction };

/**
 * Stores a prediction within the user's limits. The pick is held from the beginning, so that no other request of the user gets
 * it in the meantime. @throws rate-limited beyond a limit
 */
async function store(
  deps: Pick<GenerateDeps, "predictions" | "guardrails">,
  { guardrails, held, made }: NewPrediction,
): Promise<Prediction> {
  held.add(made);
  try {
    const reached = await findReachedLimit(deps, guardrails, made);
    if (reached) throw limitReached(reached, made.createdAt);
    const stored = await deps.predictions.add(made);
    if (stored !== made) held.add(stored);
    return stored;
  } catch (error) {
    held.remove(made.id);
    throw error;
  }
}

async function findReachedLimit(
  deps: Pick<GenerateDeps, "guardrails">,
  guardrails: UserGuardrails,
  made: Prediction,
): Promise<ReachedLimit | undefined> {
  const { userId, createdAt } = made;
  if (hasLimits(guardrails, "stakes")) {
    const reached = await deps.guardrails.reachedStakes(userId, guardrails, createdAt);
    if (reached) return reached;
  }
  return hasLimits(guardrails, "predictions") ? deps.guardrails.reserve(userId, made) : undefined;
}

const noPickTexts: Record<
  Extract<PickResult, { kind: "none" }>["reason"],
  (sport: Sport) => string
> = {
  "no-games": (sport) => `No ${sportNames[sport]} games with prices in the next 7 days.`,
  "no-fit": (sport) => `No ${sportNames[sport]} bets fit this risk level right now.`,
  "game-gone": () => "This game has started, or we have no prices for it.",
  "game-unfit": () => "No bet with this game fits this risk level right now. Try another level.",
  "all-held": (sport) =>
    `You already have every ${sportNames[sport]} pick at this risk level. New games and prices bring new picks.`,
};
