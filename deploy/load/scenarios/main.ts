import type { Scenario } from "../src/k6.ts";
import { warmUp } from "./calls.ts";
import { setting } from "./settings.ts";
import { makeSubscribers, type Subscribers } from "./users.ts";

export { predict, predictAndTime, predictOrBeRefused, readHistory } from "./calls.ts";

const arrivals = { executor: "constant-arrival-rate", timeUnit: "1s" };
const allSucceed = { checks: ["rate==1"], refused: ["count==0"], unexpected: ["count==0"] };

const scenarios: Record<Scenario, () => { scenarios: object; thresholds: object }> = {
  /** One caller, one request after the other. */
  smoke: () => ({
    scenarios: {
      predict: { executor: "shared-iterations", vus: 1, iterations: 60, exec: "predict" },
      history: { executor: "shared-iterations", vus: 1, iterations: 20, exec: "readHistory" },
    },
    thresholds: { ...allSucceed, "http_req_duration{name:new-prediction}": ["p(99)<=250"] },
  }),

  /** Predictions of every sport and risk at a constant rate, and users who read their history. */
  steady: () => {
    const rate = Number(setting("RATE", "300"));
    const historyRate = Math.max(1, Math.round(rate / 20));
    const timed = { ...arrivals, duration: setting("DURATION", "5m") };
    return {
      scenarios: {
        predict: { ...timed, rate, preAllocatedVUs: 60, maxVUs: 300, exec: "predict" },
        history: {
          ...timed,
          rate: historyRate,
          preAllocatedVUs: 10,
          maxVUs: 50,
          exec: "readHistory",
        },
      },
      thresholds: {
        ...allSucceed,
        dropped_iterations: ["count==0"],
        "http_req_duration{name:new-prediction}": ["p(99)<=50"],
        "http_req_duration{name:predictions}": ["p(99)<=50"],
      },
    };
  },

  /** Moderate traffic for a long time. The runner checks the memory and handles of each program. */
  soak: () => {
    const timed = { ...arrivals, duration: setting("DURATION", "30m") };
    return {
      scenarios: {
        predict: { ...timed, rate: 100, preAllocatedVUs: 30, maxVUs: 200, exec: "predict" },
        history: { ...timed, rate: 20, preAllocatedVUs: 10, maxVUs: 50, exec: "readHistory" },
      },
      thresholds: {
        ...allSucceed,
        dropped_iterations: ["count==0"],
        "http_req_duration{name:new-prediction}": ["p(99)<=50"],
      },
    };
  },

  /** The predictions per second that a closed loop of 32 callers gets; the overload scenario uses it. */
  capacity: () => ({
    scenarios: {
      predict: {
        executor: "constant-vus",
        vus: 32,
        duration: setting("DURATION", "20s"),
        exec: "predictAndTime",
      },
    },
    thresholds: allSucceed,
  }),

  /** Ten times the traffic within a second, for twenty seconds, then the normal rate again. */
  spike: () => {
    const rate = Number(setting("RATE", "50"));
    const calm = { ...arrivals, rate, exec: "predictOrBeRefused", preAllocatedVUs: 20 };
    const peak = { rate: rate * 10, seconds: 20 };
    return {
      scenarios: {
        before: { ...calm, duration: "10s" },
        spike: {
          ...calm,
          rate: peak.rate,
          startTime: "10s",
          duration: `${peak.seconds}s`,
          preAllocatedVUs: 300,
          maxVUs: 600,
        },
        after: { ...calm, startTime: "35s", duration: "10s" },
      },
      thresholds: {
        ...overloadBounds("spike", peak),
        "accepted_ms{phase:after}": ["p(99)<=50"],
        "refused{phase:before}": ["count==0"],
        "refused{phase:after}": ["count==0"],
      },
    };
  },

  /** Three times the capacity for half a minute; five seconds later the product must serve normally. */
  overload: () => {
    const capacity = Number(setting("CAPACITY"));
    const peak = { rate: Math.round(capacity * 3), seconds: 30 };
    const callers = { ...arrivals, exec: "predictOrBeRefused" };
    return {
      scenarios: {
        overload: {
          ...callers,
          rate: peak.rate,
          duration: `${peak.seconds}s`,
          preAllocatedVUs: 600,
          maxVUs: 1_500,
        },
        recovered: {
          ...callers,
          rate: Math.max(1, Math.round(capacity / 4)),
          startTime: `${peak.seconds + 5}s`,
          duration: "15s",
          preAllocatedVUs: 50,
          maxVUs: 200,
        },
      },
      thresholds: {
        ...overloadBounds("overload", peak),
        "accepted_ms{phase:recovered}": ["p(99)<=50"],
        "refused{phase:recovered}": ["count==0"],
      },
    };
  },
};

/** Bounds while refusals are allowed. Fewer than nine tenths of the intended requests prove nothing. */
function overloadBounds(phase: string, { rate, seconds }: { rate: number; seconds: number }) {
  return {
    unexpected: ["count==0"],
    [`iterations{scenario:${phase}}`]: [`count>=${Math.round(0.9 * rate * seconds)}`],
    [`accepted{phase:${phase}}`]: ["count>0"],
    [`accepted_ms{phase:${phase}}`]: ["p(99)<=500"],
    [`refused_ms{phase:${phase}}`]: ["p(99)<=20"],
  };
}

const chosen = setting("SCENARIO") as Scenario;

export const options = {
  summaryTrendStats: ["count", "avg", "p(50)", "p(95)", "p(99)", "p(99.9)", "max"],
  setupTimeout: "10m",
  batchPerHost: 20,
  ...scenarios[chosen](),
};

/** Makes the subscribers of the run. The scenarios that measure latency or throughput warm the product up. */
export function setup(): Subscribers {
  const subscribers = makeSubscribers();
  if (chosen === "steady" || chosen === "capacity") warmUp(subscribers);
  return subscribers;
}

/** Writes the measurements to a file that the runner prints. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [setting("SUMMARY_FILE")]: JSON.stringify(data) };
}
