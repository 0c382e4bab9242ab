import { check } from "k6";
import exec from "k6/execution";
import http, { type RefinedResponse } from "k6/http";
import { Counter, Trend } from "k6/metrics";
import { setting } from "./settings.ts";
import type { Subscribers } from "./users.ts";

const gateway = setting("GATEWAY_URL");
const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"];
const riskLevels = ["moderate", "aggressive", "insane"];

/** Time of the predictions that were given, milliseconds. */
const acceptedMs = new Trend("accepted_ms", true);
/** Time of the refusals with 429 or 503, milliseconds. */
const refusedMs = new Trend("refused_ms", true);
const refused = new Counter("refused");
/** Whatever is neither a prediction nor an orderly refusal. */
const unexpected = new Counter("unexpected");

const any = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
};

const isGiven = ({ status, body }: RefinedResponse<"text">): boolean =>
  status === 200 && body.includes('"bets":[') && !body.includes("Failed to generate prediction");

const isRefusal = ({ status }: RefinedResponse<"text">): boolean =>
  status === 429 || status === 503;

/** A press of the button as the screen sends it. */
const aWish = () => {
  const sport = any(sports);
  const riskLevel = any(riskLevels);
  const timestamp = Date.now();
  const requestCount = 1 + Math.floor(Math.random() * 10);
  return {
    query: `${sport} moneyline ${timestamp.toString(36)}-${requestCount}`,
    riskLevel,
    sport,
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
  http.post(url, JSON.stringify(aWish()), paramsOf(subscribers, tags));

const eachCaller = Array.from({ length: 20 });

/** A thousand predictions that count nowhere: what has just started compiles its code first. */
export const warmUp = (subscribers: Subscribers): void => {
  for (let turn = 0; turn < 50; turn += 1)
    http.batch(
      eachCaller.map(() => ({
        method: "POST",
        url,
        body: JSON.stringify(aWish()),
        params: paramsOf(subscribers, { name: "warm-up" }),
      })),
    );
};

/** A full place is no fault: the summary tells the two apart. */
const count = (response: RefinedResponse<"text">, tags: Record<string, string>): void => {
  if (isRefusal(response)) refused.add(1, tags);
  else unexpected.add(1, tags);
};

/** Asks for a prediction of any sport and risk; nothing but a prediction will do. */
export const predict = (subscribers: Subscribers): void => {
  const response = ask(subscribers, {});
  if (!check(response, { "a prediction is given": isGiven })) count(response, {});
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
  if (isGiven(response)) acceptedMs.add(response.timings.duration, { phase });
  else {
    count(response, { phase });
    if (isRefusal(response)) refusedMs.add(response.timings.duration, { phase });
  }
};
