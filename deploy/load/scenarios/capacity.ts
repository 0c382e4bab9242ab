import { common, setting } from "./settings.ts";

export { makeWarmSubscribers as setup, predictAndTime } from "./calls.ts";
export { handleSummary } from "./settings.ts";

/** As many predictions a second as a closed loop of 32 callers gets; the measure for overload. */
export const options = {
  ...common,
  scenarios: {
    predict: {
      executor: "constant-vus",
      vus: 32,
      duration: setting("DURATION", "20s"),
      exec: "predictAndTime",
    },
  },
  thresholds: { checks: ["rate==1"], refused: ["count==0"], unexpected: ["count==0"] },
};
