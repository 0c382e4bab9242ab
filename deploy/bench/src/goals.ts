/** Maximum CPU of one subject as a multiple of another's. */
export type Goal = { name: string; subject: string; reference: string; atMost: number };

/** The names of the subjects in tables. */
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

export const goals: Goal[] = [
  { name: "P1", subject: names.gateway, reference: names.nginx, atMost: 4 },
  { name: "P2", subject: names.gateway, reference: names.pipe, atMost: 1 },
  { name: "P3 plans", subject: names.plans, reference: names.express, atMost: 3.5 },
  { name: "P3 slate", subject: names.slate, reference: names.expressSlate, atMost: 2 },
  { name: "P3 stored", subject: names.stored, reference: names.expressPrediction, atMost: 4.5 },
];

/** Maximum of an idle product: percent of one core, and megabytes. */
export const idleGoal = { cpuPercent: 5, memoryMb: 1_200 };

/** Maximum seconds of `make up` on an installed product with data. */
export const warmUpGoal = 15;
