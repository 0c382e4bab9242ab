import { common, offered, setting } from "./settings.ts";

export { predictOrBeRefused } from "./calls.ts";
export { handleSummary } from "./settings.ts";
export { makeSubscribers as setup } from "./users.ts";

const capacity = Number(setting("CAPACITY"));
const rate = Math.round(capacity * 3);
const seconds = 30;
const arrivals = {
  executor: "constant-arrival-rate",
  timeUnit: "1s",
  exec: "predictOrBeRefused",
};

/** Three times what it can do for half a minute; five seconds later it must serve as if nothing was. */
export const options = {
  ...common,
  scenarios: {
    overload: {
      ...arrivals,
      rate,
      duration: `${seconds}s`,
      preAllocatedVUs: 600,
      maxVUs: 1_500,
    },
    recovered: {
      ...arrivals,
      rate: Math.max(1, Math.round(capacity / 4)),
      startTime: `${seconds + 5}s`,
      duration: "15s",
      preAllocatedVUs: 50,
      maxVUs: 200,
    },
  },
  thresholds: {
    unexpected: ["count==0"],
    "iterations{scenario:overload}": offered(rate, seconds),
    "accepted{phase:overload}": ["count>0"],
    "accepted_ms{phase:overload}": ["p(99)<=500"],
    "refused_ms{phase:overload}": ["p(99)<=20"],
    "accepted_ms{phase:recovered}": ["p(99)<=50"],
    "refused{phase:recovered}": ["count==0"],
  },
};
