import { check } from "k6";
import exec from "k6/execution";
import http, { type RefinedResponse } from "k6/http";
import { Counter, Gauge, Trend } from "k6/metrics";
import { setting } from "./settings.ts";
import { headersOf, type Subscribers } from "./users.ts";

const gateway = setting("GATEWAY_URL");
const url = `${gateway}/api/new-prediction`;
const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"];
/** A user gets each pick once, and moderate ranges have only a few. */
const riskLevels = ["aggressive", "insane"];

/** Predictions in scenarios that allow refusals. A threshold on it is needed: without samples every percentile is 0. */
const accepted = new Counter("accepted");
/** Latency of these predictions in milliseconds. */
const acceptedMs = new Trend("accepted_ms", true);
/** Latency of the refusals with 429 or 503 in milliseconds. */
const refusedMs = new Trend("refused_ms", true);
const refused = new Counter("refused");
/** Responses that are neither a prediction nor an orderly refusal. */
const unexpected = new Counter("unexpected");
/** The running time of a scenario in milliseconds. k6's own rates include the time of the setup. */
const ranMs = new Gauge("ran_ms", true);

type TextResponse = RefinedResponse<"text">;

const isPrediction = ({ status, body }: TextResponse) =>
  status === 200 && body.includes('"bets":[{');
const isRefusal = ({ status }: TextResponse) => status === 429 || status === 503;

/** Requests a prediction of any sport and risk. Every other response counts as a failure. */
export function predict(subscribers: Subscribers): void {
  const response = http.post(url, newRequest(), paramsOf(subscribers, {}));
  if (!check(response, { "the response is a prediction": isPrediction })) countFailure(response);
}

/** Requests a prediction and records the running time of the scenario. */
export function predictAndTime(subscribers: Subscribers): void {
  predict(subscribers);
  ranMs.add(Date.now() - exec.scenario.startTime);
}

/** Requests a prediction in a scenario that allows orderly refusals. */
export function predictOrBeRefused(subscribers: Subscribers): void {
  const tags = { phase: exec.scenario.name };
  const response = http.post(url, newRequest(), paramsOf(subscribers, tags));
  if (isPrediction(response)) {
    accepted.add(1, tags);
    acceptedMs.add(response.timings.duration, tags);
  } else {
    countFailure(response, tags);
    if (isRefusal(response)) refusedMs.add(response.timings.duration, tags);
  }
}

/** Reads the newest entries of a subscriber's history. */
export function readHistory(subscribers: Subscribers): void {
  const response = http.get(`${gateway}/api/predictions?limit=10`, {
    headers: headersOf(any(subscribers)),
    tags: { name: "predictions" },
    responseType: "text",
  });
  if (!check(response, { "the response is a history": ({ status }) => status === 200 }))
    countFailure(response);
}

/**
 * Requests a thousand predictions, because a service that has just started still compiles its code. Their latency
 * counts nowhere; a failure counts as usual.
 */
export function warmUp(subscribers: Subscribers): void {
  for (let batch = 0; batch < 50; batch += 1) {
    const requests = Array.from({ length: 20 }, () => ({
      method: "POST",
      url,
      body: newRequest(),
      params: paramsOf(subscribers, { name: "warm-up" }),
    }));
    for (const response of http.batch(requests))
      if (!isPrediction(response)) countFailure(response);
  }
}

/** The body that the prediction machine sends for a click. */
function newRequest(): string {
  const sport = any(sports);
  const riskLevel = any(riskLevels);
  const timestamp = Date.now();
  const requestCount = 1 + Math.floor(Math.random() * 10);
  return JSON.stringify({
    query: `${sport} moneyline ${timestamp.toString(36)}-${requestCount}`,
    riskLevel,
    sport,
    // The server stores equal requests once; a random stake keeps requests different.
    stake: 1 + Math.floor(Math.random() * 1_000),
    requestCount,
    timestamp,
    forceNew: true,
    randomize: riskLevel === "insane" ? Math.random() : undefined,
  });
}

function paramsOf(subscribers: Subscribers, tags: Record<string, string>) {
  return {
    headers: { "content-type": "application/json", ...headersOf(any(subscribers)) },
    tags: { name: "new-prediction", ...tags },
    responseType: "text" as const,
    timeout: "20s",
  };
}

/** Counts a refusal apart from a fault. */
function countFailure(response: TextResponse, tags: Record<string, string> = {}): void {
  if (isRefusal(response)) refused.add(1, tags);
  else unexpected.add(1, tags);
}

function any<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
}
