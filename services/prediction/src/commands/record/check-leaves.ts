import {
  type LeafAnswer,
  type LeafText,
  leafTextSchema,
} from "@orbline/proto/http/prediction/record-log";
import { settleBet } from "../../domain/bet.ts";
import { dayMs, minuteMs, slateDays } from "../../domain/dates.ts";
import type { PredictionSummary } from "../../domain/prediction.ts";
import { leafHash } from "../../proof/merkle.ts";
import type { CheckedHead } from "./check-heads.ts";

/** A slate lists games of the next days, so a leaf that is hidden for longer hides more than its games. */
const maxHiddenMs = (slateDays + 2) * dayMs;
/** A leaf is in the next head within a minute of its creation. */
const maxDelayMs = minuteMs;

type Disclosed = NonNullable<LeafAnswer["disclosed"]>;

/**
 * Checks every leaf on its own and against the first head that covers it: the text gives the hash, the head came
 * before the games, the prediction is not dated back, and the outcome follows from the legs.
 */
export function checkLeaves(
  leaves: readonly LeafAnswer[],
  heads: readonly CheckedHead[],
  now: Date,
) {
  const problems: string[] = [];
  const predictions: PredictionSummary[] = [];
  const numbers = new Map<string, number>();
  const results = new Map<string, string>();
  let replayed = 0;
  let covering = 0;
  for (const leaf of leaves) {
    while ((heads[covering]?.size ?? Number.POSITIVE_INFINITY) <= leaf.number) covering += 1;
    const head = heads[covering];
    if (leaf.state === "missing") problems.push(`the prediction of leaf ${leaf.number} is missing`);
    if (leaf.state === "hidden" && head && now.getTime() - head.time.getTime() > maxHiddenMs)
      problems.push(`leaf ${leaf.number} is still hidden`);
    if (!leaf.disclosed) continue;
    const text = readText(leaf, leaf.disclosed);
    if (!text) {
      problems.push(`the prediction of leaf ${leaf.number} was changed`);
      continue;
    }
    const twin = numbers.get(text.id);
    if (twin !== undefined) problems.push(`leaves ${twin} and ${leaf.number} are one prediction`);
    numbers.set(text.id, leaf.number);
    if (isLate(text, head, heads[covering - 1])) {
      // The first leaves of an installation that is older than its log are late, and can never become more.
      const isBeforeLog = covering === 0 || heads[covering - 1]?.size === 0;
      if (text.slate.kind === "simulated" || isBeforeLog) replayed += 1;
      else problems.push(`leaf ${leaf.number} was added after its time`);
    }
    const prediction = toPrediction(text, leaf.disclosed);
    if (!isSettledByItsLegs(prediction))
      problems.push(`the outcome of leaf ${leaf.number} does not follow from its legs`);
    problems.push(...conflictsOf(prediction, leaf.number, results));
    predictions.push(prediction);
  }
  return { problems, predictions, replayed };
}

function readText({ hash }: LeafAnswer, { text }: Disclosed): LeafText | undefined {
  if (leafHash(Buffer.from(text)).toString("hex") !== hash) return undefined;
  return leafTextSchema.parse(JSON.parse(text));
}

/** Whether a game had started at the first head, or the head before should have covered the prediction. */
function isLate(
  text: LeafText,
  head: CheckedHead | undefined,
  before: CheckedHead | undefined,
): boolean {
  if (!head) return false;
  const firstStart = Math.min(...text.legs.map(({ startsAt }) => Date.parse(startsAt)));
  const isDatedBack = before && Date.parse(text.createdAt) < before.time.getTime() - maxDelayMs;
  return isDatedBack === true || head.time.getTime() >= firstStart;
}

const isSettledByItsLegs = ({ odds, legs, legOutcomes, outcome }: PredictionSummary): boolean => {
  const settled = legs.map((leg, index) => ({
    odds: leg.odds,
    outcome: legOutcomes[index] ?? ("open" as const),
  }));
  return (settleBet(1, odds, settled)?.outcome ?? "open") === outcome;
};

/** One bet on one game has one result, in every prediction. */
function conflictsOf(
  { legs, legOutcomes }: PredictionSummary,
  number: number,
  results: Map<string, string>,
): string[] {
  return legs.flatMap(({ gameId, wager }, index) => {
    const outcome = legOutcomes[index] ?? "open";
    if (outcome === "open") return [];
    const key = JSON.stringify([gameId, wager]);
    const known = results.get(key) ?? outcome;
    results.set(key, known);
    return known === outcome ? [] : [`leaf ${number} and an earlier one differ about ${gameId}`];
  });
}

/** A prediction with what the totals are made of; what a leaf does not contain is left neutral. */
function toPrediction(text: LeafText, disclosed: Disclosed): PredictionSummary {
  const createdAt = new Date(text.createdAt);
  return {
    ...text,
    ...disclosed,
    createdAt,
    settledAt: disclosed.settledAt === null ? undefined : new Date(disclosed.settledAt),
    slate: { ...text.slate, snapshotId: "", pricedAt: createdAt },
    legs: text.legs.map((leg) => ({
      ...leg,
      startsAt: new Date(leg.startsAt),
      endsAt: new Date(leg.endsAt),
      edge: 0,
    })),
    userId: "",
    stake: 1,
    requestCount: 1,
    breakEven: 0,
    edge: 0,
    range: { from: 0, to: 0 },
    band: { from: 0, to: 0, n: 0, won: 0 },
    returned: 0,
    profit: 0,
  };
}
