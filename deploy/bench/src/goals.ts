import type { Goal } from "./summary.ts";

/** The names under which subjects are measured and shown. */
export const names = {
  nginx: "nginx proxy_pass",
  pipe: "bare Node pipe",
  expressPipe: "express pipe",
  gateway: "gateway, full chain",
  express: "bare express, plans",
  expressSlate: "bare express, slate",
  expressPrediction: "bare express, prediction",
  plans: "gateway + billing, plans",
  slate: "gateway + prediction, slate",
  stored: "gateway + prediction, stored",
} as const;

/** What CPU per request may cost, as multiples of programs that do far less. */
export const goals: Goal[] = [
  { name: "P1", subject: names.gateway, reference: names.nginx, atMost: 5, stretch: 4 },
  { name: "P2", subject: names.gateway, reference: names.pipe, atMost: 0.9, stretch: 0.75 },
  { name: "P3 plans", subject: names.plans, reference: names.express, atMost: 3, stretch: 2 },
  { name: "P3 slate", subject: names.slate, reference: names.expressSlate, atMost: 3, stretch: 2 },
  {
    name: "P3 stored",
    subject: names.stored,
    reference: names.expressPrediction,
    atMost: 6,
    stretch: 6,
  },
];

/** What an idle product may use: hundredths of one core, and megabytes. */
export const idleGoal = { cpuPercent: 5, memoryMb: 1_200 };

/** Seconds that `make up` may take when everything is installed and has run before. */
export const warmUpGoal = 15;
