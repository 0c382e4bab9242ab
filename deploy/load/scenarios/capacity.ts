import { setting, summaryTrendStats } from "./settings.ts";

export { predict } from "./calls.ts";
export { handleSummary } from "./settings.ts";
export { makeSubscribers as setup } from "./users.ts";

/** As many predictions a second as a closed loop of 32 callers gets; the measure for overload. */
export const options = {
  summaryTrendStats,
  scenarios: {
    predict: {
      executor: "constant-vus",
      vus: 32,
      duration: setting("DURATION", "20s"),
      exec: "predict",
    },
  },
  thresholds: { checks: ["rate==1"], refused: ["count==0"], unexpected: ["count==0"] },
};
