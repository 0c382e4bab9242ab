import type {
  BackTestAnswer,
  ModelPerformanceResponse,
  PerformanceAnswer,
} from "@orbline/proto/http/prediction/track-record";

const counts = (fields: Partial<PerformanceAnswer>): PerformanceAnswer => ({
  n: 492,
  won: 142,
  pushed: 0,
  voided: 0,
  expected: 140.4,
  scores: { logLoss: 0.511942, brier: 0.17142 },
  market: { logLoss: 0.509659, brier: 0.170551 },
  return: -0.10972,
  closingLine: { n: 492, value: -0.020447 },
  alwaysFavorite: { n: 1250, won: 838, return: 0.031635 },
  bands: [
    { from: 0.2, to: 0.25, n: 59, won: 13, expected: 13.56 },
    { from: 0.25, to: 0.3, n: 62, won: 16, expected: 17.28 },
  ],
  ...fields,
});

const forecast = { n: 7588, logLoss: 0.6184, brier: 0.2146, accuracy: 0.657, slope: 0.96 };
const scores = { ...forecast, calibrationError: 0.008 };

const aBackTest = (sport: BackTestAnswer["sport"]): BackTestAnswer => ({
  sport,
  modelVersion: `${sport}-1`,
  from: "2018-10-16",
  to: "2024-06-17",
  model: scores,
  priced: { model: scores, market: scores, blend: scores },
  bands: [{ from: 0.5, to: 0.55, n: 1315, won: 685 }],
});

/** A public record of one simulated slate with its back-test. */
export const aPerformance = (
  fields: Partial<ModelPerformanceResponse> = {},
): ModelPerformanceResponse => ({
  updatedAt: "2026-11-22T01:00:00Z",
  records: [
    {
      slate: { kind: "simulated", label: "Simulated slate" },
      total: counts({}),
      returnInterval: { low: -0.2043, high: -0.0152, clusters: 42 },
      risks: [
        {
          riskLevel: "moderate",
          ...counts({ n: 37, won: 19, expected: 18.5, return: 0.021 }),
          returnInterval: { low: -0.08, high: 0.122, clusters: 12 },
        },
        {
          riskLevel: "aggressive",
          ...counts({ n: 23, won: 6, expected: 5.9 }),
          returnInterval: null,
        },
      ],
      combinations: [
        { sport: "nba", riskLevel: "aggressive", ...counts({ n: 23, won: 6, expected: 5.9 }) },
        { sport: "nba", riskLevel: "moderate", ...counts({ n: 37, won: 19, expected: 18.5 }) },
      ],
      weeks: [{ week: "2026-11-16", n: 56, won: 15, expected: 16.3, return: -0.0268 }],
    },
  ],
  lastSettled: {
    slate: { kind: "simulated", label: "Simulated slate" },
    sport: "nba",
    riskLevel: "aggressive",
    odds: 301,
    probability: 0.252,
    outcome: "lost",
    settledAt: "2026-11-22T01:00:00Z",
    legs: [
      { betOn: "Dallas Mavericks", opponent: "Utah Jazz", betType: "Moneyline", odds: -434 },
      { betOn: "LA Clippers", opponent: "Denver Nuggets", betType: "Moneyline", odds: 226 },
    ],
  },
  backTest: {
    label: "Back-test on real past games",
    sports: [aBackTest("nba"), aBackTest("ufc")],
  },
  ...fields,
});
