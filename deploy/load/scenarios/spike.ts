import { common, offered, setting } from "./settings.ts";

export { predictOrBeRefused } from "./calls.ts";
export { handleSummary } from "./settings.ts";
export { makeSubscribers as setup } from "./users.ts";

const rate = Number(setting("RATE", "50"));
const seconds = 20;
const calm = {
  executor: "constant-arrival-rate",
  rate,
  timeUnit: "1s",
  exec: "predictOrBeRefused",
};

/** Ten times the traffic within a second, for twenty seconds, then as calm as before. */
export const options = {
  ...common,
  scenarios: {
    before: { ...calm, duration: "10s", preAllocatedVUs: 20 },
    spike: {
      ...calm,
      rate: rate * 10,
      startTime: "10s",
      duration: `${seconds}s`,
      preAllocatedVUs: 300,
      maxVUs: 600,
    },
    after: { ...calm, startTime: "35s", duration: "10s", preAllocatedVUs: 20 },
  },
  thresholds: {
    unexpected: ["count==0"],
    "iterations{scenario:spike}": offered(rate * 10, seconds),
    "accepted{phase:spike}": ["count>0"],
    "accepted_ms{phase:spike}": ["p(99)<=500"],
    "refused_ms{phase:spike}": ["p(99)<=20"],
    "accepted_ms{phase:after}": ["p(99)<=50"],
    "refused{phase:before}": ["count==0"],
    "refused{phase:after}": ["count==0"],
  },
};
