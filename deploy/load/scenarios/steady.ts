import { common, setting } from "./settings.ts";

export { makeWarmSubscribers as setup, predict, readHistory } from "./calls.ts";
export { handleSummary } from "./settings.ts";

const rate = Number(setting("RATE", "300"));
const duration = setting("DURATION", "5m");
const arrivals = { executor: "constant-arrival-rate", timeUnit: "1s", duration };

/** Predictions of every sport and risk at a constant rate, and people who look at their history. */
export const options = {
  ...common,
  scenarios: {
    predict: { ...arrivals, rate, preAllocatedVUs: 60, maxVUs: 300, exec: "predict" },
    history: {
      ...arrivals,
      rate: Math.max(1, Math.round(rate / 20)),
      preAllocatedVUs: 10,
      maxVUs: 50,
      exec: "readHistory",
    },
  },
  thresholds: {
    checks: ["rate==1"],
    refused: ["count==0"],
    unexpected: ["count==0"],
    dropped_iterations: ["count==0"],
    "http_req_duration{name:new-prediction}": ["p(99)<=50"],
    "http_req_duration{name:predictions}": ["p(99)<=50"],
  },
};
