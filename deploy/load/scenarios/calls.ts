import { check } from "k6";
import exec from "k6/execution";
import http, { type RefinedResponse } from "k6/http";
import { Counter, Gauge, Trend } from "k6/metrics";
import { setting } from "./settings.ts";
import { makeSubscribers, type Subscribers } from "./users.ts";

const gateway = setting("GATEWAY_URL");
const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"];
const riskLevels = ["moderate", "aggressive", "insane"];

/** Predictions that were given, where refusals are an answer too: of none, every percentile of their time is 0. */
const accepted = new Counter("accepted");
/** Their time, milliseconds. */
const acceptedMs = new Trend("accepted_ms", true);
/** Time of the refusals with 429 or 503, milliseconds. */
const refusedMs = new Trend("refused_ms", true);
const refused = new Counter("refused");
/** Whatever is neither a prediction nor an orderly refusal. */
const unexpected = new Counter("unexpected");
/** How long a scenario has run, milliseconds; the time of k6's own rates includes that of making subscribers. */
const ranMs = new Gauge("ran_ms", true);

const any = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
};

const isGiven = ({ status, body }: RefinedResponse<"text">): boolean =>
  status === 200 && body.includes('"bets":[{');

const isRefusal = ({ status }: RefinedResponse<"text">): boolean =>
  status === 429 || status === 503;

/** A press of the button as the screen sends it. */
const newRequest = () => {
  const sport = any(sports);
  const riskLevel = any(riskLevels);
  const timestamp = Date.now();
  const requestCount = 1 + Math.floor(Math.random() * 10);
  return {
    query: `${sport} moneyline ${timestamp.toString(36)}-${requestCount}`,
    riskLevel,
    sport,
    // Of two wishes that are alike and a moment apart, the second would be a double click.
    stake: 1 + Math.floor(Math.random() * 1_000),
    requestCount,
    timestamp,
    forceNew: true,
    ...(riskLevel === "insane" && { randomize: Math.random() }),
  };
};

const url = `${gateway}/api/new-prediction`;

const paramsOf = ({ cookies }: Subscribers, tags: Record<string, string>) => ({
  headers: { "content-type": "application/json", cookie: any(cookies) },
  tags: { name: "new-prediction", ...tags },
  responseType: "text" as const,
  timeout: "20s",
});

const ask = (subscribers: Subscribers, tags: Record<string, string>) =>
  http.post(url, JSON.stringify(newRequest()), paramsOf(subscribers, tags));

/** A full place is no fault: the summary tells the two apart. */
const count = (response: RefinedResponse<"text">, tags: Record<string, string>): void => {
  if (isRefusal(response)) refused.add(1, tags);
  else unexpected.add(1, tags);
};

const eachOfTwenty = Array.from({ length: 20 });

/**
 * Subscribers of a product that has been at work for some seconds: it is asked for a thousand predictions whose times
 * count nowhere, as what has just started compiles its code first. One that is not given counts like any other.
 */
export const makeWarmSubscribers = (): Subscribers => {
  const subscribers = makeSubscribers();
  for (let turn = 0; turn < 50; turn += 1) {
    const wishes = eachOfTwenty.map(() => ({
      method: "POST",
      url,
      body: JSON.stringify(newRequest()),
      params: paramsOf(subscribers, { name: "warm-up" }),
    }));
    for (const response of http.batch(wishes)) if (!isGiven(response)) count(response, {});
  }
  return subscribers;
};

/** Asks for a prediction of any sport and risk; nothing but a prediction will do. */
export const predict = (subscribers: Subscribers): void => {
  const response = ask(subscribers, {});
  if (!check(response, { "a prediction is given": isGiven })) count(response, {});
};

/** The same, and how long the scenario has run by then. */
export const predictAndTime = (subscribers: Subscribers): void => {
  predict(subscribers);
  ranMs.add(Date.now() - exec.scenario.startTime);
};

/** Reads the newest entries of a subscriber's history. */
export const readHistory = ({ cookies }: Subscribers): void => {
  const response = http.get(`${gateway}/api/predictions?limit=10`, {
    headers: { cookie: any(cookies) },
    tags: { name: "predictions" },
    responseType: "text",
  });
  if (!check(response, { "the history is read": ({ status }) => status === 200 }))
    count(response, {});
};

/** Asks for a prediction where an orderly refusal is an answer too. */
export const predictOrBeRefused = (subscribers: Subscribers): void => {
  const phase = exec.scenario.name;
  const response = ask(subscribers, { phase });
  if (isGiven(response)) {
    accepted.add(1, { phase });
    acceptedMs.add(response.timings.duration, { phase });
  } else {
    count(response, { phase });
    if (isRefusal(response)) refusedMs.add(response.timings.duration, { phase });
  }
};
