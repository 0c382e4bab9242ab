import { common, setting } from "./settings.ts";

export { predict, readHistory } from "./calls.ts";
export { handleSummary } from "./settings.ts";
export { makeSubscribers as setup } from "./users.ts";

const arrivals = {
  executor: "constant-arrival-rate",
  timeUnit: "1s",
  duration: setting("DURATION", "30m"),
};

/** Ordinary traffic for long; the runner judges memory and handles of every program meanwhile. */
export const options = {
  ...common,
  scenarios: {
    predict: { ...arrivals, rate: 100, preAllocatedVUs: 30, maxVUs: 200, exec: "predict" },
    history: { ...arrivals, rate: 20, preAllocatedVUs: 10, maxVUs: 50, exec: "readHistory" },
  },
  thresholds: {
    checks: ["rate==1"],
    refused: ["count==0"],
    unexpected: ["count==0"],
    dropped_iterations: ["count==0"],
    "http_req_duration{name:new-prediction}": ["p(99)<=50"],
  },
};
