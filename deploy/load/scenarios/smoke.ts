import { common } from "./settings.ts";

export { predict, readHistory } from "./calls.ts";
export { handleSummary } from "./settings.ts";
export { makeSubscribers as setup } from "./users.ts";

/** Does it work at all: one caller, one after the other. */
export const options = {
  ...common,
  scenarios: {
    predict: { executor: "shared-iterations", vus: 1, iterations: 60, exec: "predict" },
    history: { executor: "shared-iterations", vus: 1, iterations: 20, exec: "readHistory" },
  },
  thresholds: {
    checks: ["rate==1"],
    refused: ["count==0"],
    unexpected: ["count==0"],
    "http_req_duration{name:new-prediction}": ["p(99)<=250"],
  },
};
