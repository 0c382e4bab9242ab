import { isDeepStrictEqual } from "node:util";
import type {
  PerformanceAnswer,
  SlateRecordAnswer,
} from "@orbline/proto/http/prediction/track-record";
import { addPrediction, cellOf, noPerformance } from "../../domain/counts/performance.ts";
import type { PredictionSummary } from "../../domain/prediction.ts";
import { summarizeBySlate } from "../../domain/counts/track-record.ts";
import { toTrackRecordResponse } from "../../http/track-record-responses.ts";

/**
 * Compares the published totals with those of the disclosed leaves.
 * @param withoutLeaf largest number of predictions that count in the totals but cannot be disclosed
 */
export function checkTotals(
  predictions: readonly PredictionSummary[],
  published: readonly SlateRecordAnswer[],
  withoutLeaf: number,
): string[] {
  // The track record counts a prediction once none of its legs is open.
  const counted = predictions.filter(({ legOutcomes }) => !legOutcomes.includes("open"));
  const cells = counted.map((one) => ({ ...cellOf(one), ...addPrediction(noPerformance, one) }));
  const computed = summarizeBySlate(cells).map(toTrackRecordResponse);
  const labels = new Set([...computed, ...published].map(({ slate }) => slate.label));
  let missing = 0;
  const problems: string[] = [];
  for (const label of labels) {
    const ours = computed.find(({ slate }) => slate.label === label);
    const theirs = published.find(({ slate }) => slate.label === label);
    const difference = countOf(theirs?.total) - countOf(ours?.total);
    missing += difference;
    if (difference < 0) problems.push(`${label}: ${-difference} leaves are not in the totals`);
    else if (difference === 0 && !isEqual(ours, theirs))
      problems.push(`${label}: the published totals do not follow from the leaves`);
  }
  if (missing > withoutLeaf)
    problems.push(
      `${missing} predictions of the totals have no leaf; deletions explain ${withoutLeaf}`,
    );
  return problems;
}

const countOf = (total?: PerformanceAnswer) => (total ? total.n + total.pushed + total.voided : 0);

const isEqual = (a?: SlateRecordAnswer, b?: SlateRecordAnswer): boolean =>
  isDeepStrictEqual(a?.total, b?.total) &&
  isDeepStrictEqual(sorted(a?.combinations), sorted(b?.combinations));

const sorted = (combinations: SlateRecordAnswer["combinations"] = []) =>
  combinations.toSorted((a, b) =>
    `${a.sport}|${a.riskLevel}` < `${b.sport}|${b.riskLevel}` ? -1 : 1,
  );
