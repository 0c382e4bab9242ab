import { names } from "./goals.ts";

/** An answer of the product that is measured, and the bare one that it is compared with. */
export type Asked = {
  name: string;
  reference: string;
  service: "billing" | "prediction";
  method: "GET" | "POST";
  route: string;
  query?: string;
  body?: string;
  /** Part of a run's requests that it gets. */
  share: number;
  /** In every answer; without it, all answers are the same to the letter. */
  includes?: string;
};

/**
 * The plans are a constant of billing: the least that an answer can be. A slate is prediction's, the largest answer
 * that comes from memory. Both are asked for with a session, so that who calls is resolved, signed and verified.
 */
export const asked: Asked[] = [
  {
    name: names.plans,
    reference: names.express,
    service: "billing",
    method: "GET",
    route: "/api/plans",
    share: 1,
  },
  {
    name: names.slate,
    reference: names.expressSlate,
    service: "prediction",
    method: "GET",
    route: "/api/slate",
    query: "?sport=nba",
    share: 1 / 2,
    // It tells its age.
    includes: '"kind":"simulated"',
  },
  {
    name: names.stored,
    reference: names.expressPrediction,
    service: "prediction",
    method: "POST",
    route: "/api/new-prediction",
    body: JSON.stringify({ sport: "nba", riskLevel: "aggressive", requestCount: 1 }),
    // Each is a write to the database.
    share: 1 / 10,
    includes: '"bets":[{',
  },
];
