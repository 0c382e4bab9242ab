import { expectedValue } from "@orbline/proto/constants/predictions";
import type { NewPredictionResponse, Prediction } from "@orbline/proto/http/prediction/prediction";
import { isApiError } from "#/lib/api.ts";
import { decimalOdds } from "#/lib/format.ts";
import { guardrailRefusal } from "./api.ts";
import { breakMessages } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

/** A response as the machine shows it. */
export type ResultView =
  | { kind: "prediction"; prediction: Prediction }
  | { kind: "unclear" }
  | { kind: "update"; message: string | undefined };

const failed = "Failed to generate prediction";

/** Sorts a response: a prediction, a failed generation, or the server's message in place of a prediction. */
export function toResultView(response: NewPredictionResponse): ResultView {
  const { error, predictionError, recommendation } = response;
  const isPrediction = "id" in response;
  const isEmptyHanded = !isPrediction && response.confidence === 0;
  if (error === failed || recommendation === failed || isEmptyHanded) return { kind: "unclear" };
  if (isPrediction && error === undefined) return { kind: "prediction", prediction: response };
  return { kind: "update", message: error ?? predictionError ?? recommendation };
}

/** The browser had no network before the request, so that nothing was sent. */
export class OfflineError extends Error {}

const breakTitles: ReadonlyMap<string, string> = new Map([
  ["guardrails.time_out", breakMessages.title],
  ["guardrails.self_exclusion", breakMessages.excludedTitle],
]);

/** A failed request in words. A refusal by one of the user's own limits and breaks says why. */
export function failureOf(error: Error): { title: string; text: string; isGuardrail: boolean } {
  const refusal = guardrailRefusal(error);
  if (refusal) {
    const title = breakTitles.get(refusal.code) ?? messages.limitReached;
    return { title, text: refusal.message, isGuardrail: true };
  }
  return { title: messages.failedTitle, text: failureText(error), isGuardrail: false };
}

function failureText(error: Error): string {
  if (error instanceof OfflineError) return messages.offline;
  const isTooFast = isApiError(error) && error.status === 429;
  return isTooFast ? messages.tooFast(error.retryAfterSeconds) : messages.failed;
}

/** The expected value as a share of the stake, by the figures that are shown. */
export function valueOf(prediction: Pick<Prediction, "bets" | "parlayOdds" | "confidence">) {
  return expectedValue(prediction.confidence, decimalOdds(payoutOdds(prediction)));
}

/** The sportsbook of all bets; undefined for an older parlay whose legs have prices of several. */
export function bookOf(bets: readonly { book: string }[]): string | undefined {
  const [first, ...others] = bets;
  return others.every(({ book }) => book === first?.book) ? first?.book : undefined;
}

/** The odds at which a win pays: those of a single bet, else the parlay's. */
export function payoutOdds({ bets, parlayOdds }: Pick<Prediction, "bets" | "parlayOdds">): number {
  const [first, ...others] = bets;
  return first && others.length === 0 ? first.odds : parlayOdds;
}
