import { names } from "./goals.ts";

/** A measured request, and the bare express it is compared with. */
export type MeasuredRequest = {
  name: string;
  reference: string;
  service: "billing" | "prediction";
  method: "GET" | "POST";
  route: string;
  query?: string;
  body?: string;
  /** Share of a run's requests. */
  share: number;
  /** Part of every response; without it all responses must be identical. */
  includes?: string;
};

/**
 * The plans are a constant of billing: the smallest response. A slate is the largest response from memory. Both are
 * sent with a session, so that the user is resolved, signed and verified.
 */
export const measuredRequests: MeasuredRequest[] = [
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
    // The body contains its age.
    includes: '"kind":"simulated"',
  },
  {
    name: names.stored,
    reference: names.expressPrediction,
    service: "prediction",
    method: "POST",
    route: "/api/new-prediction",
    body: JSON.stringify({ sport: "nba", riskLevel: "aggressive", requestCount: 1 }),
    // Each request writes to the database.
    share: 1 / 10,
    includes: '"bets":[{',
  },
];
