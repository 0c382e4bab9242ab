import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import type { HistoryResponse } from "@orbline/proto/http/prediction/history";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { User } from "@orbline/proto/http/identity/user";
import { http, HttpResponse, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";
import { aPerformance } from "./performance.ts";

const noLimit = { limit: null, used: 0, resetsAt: "2026-11-27T00:00:00Z", pending: null };

/** Guardrails without a limit. */
export const noGuardrails: GuardrailsResponse = {
  limits: {
    day: noLimit,
    week: noLimit,
    month: noLimit,
    stakeDay: noLimit,
    stakeWeek: noLimit,
    stakeMonth: noLimit,
  },
  timeOutUntil: null,
  selfExcludedUntil: null,
};

/** The mocked gateway. Each test adds the responses for its page. */
export const server = setupServer(
  http.get("*/api/guardrails", () => HttpResponse.json(noGuardrails)),
  http.get("*/api/notification-settings", () => HttpResponse.json({ emails: "off" })),
  http.get("*/api/push-devices", () => HttpResponse.json({ vapidPublicKey: null, devices: [] })),
  http.get("*/api/notices", () => HttpResponse.json({ notices: [] })),
  http.get("*/api/predictions/series", () => HttpResponse.json({ days: [] })),
  http.get("*/api/model-performance", () =>
    HttpResponse.json(aPerformance({ records: [], lastSettled: null })),
  ),
);

/** Responds to a path with JSON and counts its requests. */
export const answerGet = (path: string, body: JsonBodyType, init?: ResponseInit) => {
  const calls = { count: 0 };
  server.use(
    http.get(`*${path}`, () => {
      calls.count += 1;
      return HttpResponse.json(body, init);
    }),
  );
  return calls;
};

/** Holds the response of a path until `respond()`, at the latest until the end of the test. Counts like `answerGet`. */
export const holdBack = (path: string, body: JsonBodyType = null, init?: ResponseInit) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  const calls = { count: 0, respond: resolve };
  server.use(
    http.all(`*${path}`, async () => {
      calls.count += 1;
      await promise;
      return HttpResponse.json(body, init);
    }),
  );
  return calls;
};

/** Responds to posts to a path and keeps their bodies. */
export const answerPost = (path: string, body: JsonBodyType, init?: ResponseInit) => {
  const received: Record<string, unknown>[] = [];
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      const text = await request.text();
      received.push(text === "" ? {} : (JSON.parse(text) as Record<string, unknown>));
      return HttpResponse.json(body, init);
    }),
  );
  return received;
};

/** The body of a refused call. */
export const refusal = (message: string, code = "refused") => ({
  message,
  code,
  requestId: "req-7f3a",
});

export const aUser = (fields: Partial<User> = {}): User => ({
  id: "u1",
  username: "maria_k",
  email: "maria@example.com",
  emailVerified: false,
  hasPassword: true,
  phone: null,
  role: "user",
  subscriptionTier: "free",
  subscriptionStatus: "none",
  subscriptionEndDate: null,
  createdAt: "2026-11-01T10:00:00Z",
  ...fields,
});

export const anAdmin = () => aUser({ username: "admin_ines", role: "admin" });

/** Makes the user the signed-in one; null means a visitor. Admins have two-step sign-in. */
export const signedIn = (user: User | null) => {
  const secondFactor = { enabledAt: "2026-11-01T10:00:00Z", recoveryCodesLeft: 10 };
  if (user?.role === "admin") answerGet("/api/second-factor", { secondFactor, passkeys: [] });
  return user === null
    ? answerGet("/api/user", refusal("Please sign in.", "session.required"), { status: 401 })
    : answerGet("/api/user", user);
};

export const aStatus = (
  status: SubscriptionStatusResponse["status"],
): SubscriptionStatusResponse => ({
  status,
  tier: status === "none" ? "free" : "premium",
  plan: null,
  periodEnd: null,
  accessUntil: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  trialUsed: status !== "none",
});

const slate = {
  kind: "simulated",
  label: "Simulated slate",
  pricedAt: "2026-11-21T10:00:00Z",
} as const;

const aBet = (betOn: string, opponent: string, odds: number) => ({
  game: `${betOn} vs ${opponent}`,
  betOn,
  opponent,
  betType: "Moneyline",
  odds,
  startsAt: "2026-11-22T19:30:00Z",
  book: "Northgate",
  reasoning: `Ratings: ${betOn} ahead.\nPrice: fair.\n\n${betOn} won 4 of the last 5 rated games.`,
  modelProbability: 0.6,
  marketProbability: 0.59,
  probability: 0.612,
  edge: 0.02,
  marketOnly: false,
  factors: [],
  forces: {
    unit: "rating" as const,
    bars: [
      { name: "Ratings", value: 100 },
      { name: "Home advantage", value: -30 },
    ],
    model: 70,
    market: 63,
    estimate: 79,
  },
});

export const aPrediction = (fields: Partial<Prediction> = {}): Prediction => ({
  id: "p1",
  createdAt: "2026-11-21T10:00:00Z",
  sport: "nba",
  riskLevel: "aggressive",
  stake: 100,
  bets: [
    aBet("Boston Celtics", "Charlotte Hornets", -150),
    aBet("Oklahoma City Thunder", "Utah Jazz", 110),
  ],
  parlayOdds: 423,
  payout: 423,
  summary: ["Most likely leg: Boston Celtics, 61.2%.", "Both legs must win."],
  reasoning: "Both legs win 20.2% of the time.\n\nWe use the market's probability.",
  confidence: 0.202,
  breakEven: 0.1912,
  edge: 0.057,
  range: { from: 0.176, to: 0.228 },
  band: { from: 0.18, to: 0.22, n: 1284, won: 252 },
  factors: [],
  modelVersion: "1",
  slate,
  ...fields,
});

export const aHistory = (fields: Partial<HistoryResponse> = {}): HistoryResponse => ({
  predictions: [],
  nextCursor: null,
  totals: { settled: 0, won: 0, lost: 0, staked: 0, returned: 0, profit: 0, open: 0, atStake: 0 },
  ...fields,
});

/** A subscriber's home: responses for user, subscription, history and slate. */
export const subscriberHome = (user: User = aUser()) => {
  signedIn(user);
  answerGet("/api/subscription/status", aStatus("active"));
  answerGet("/api/predictions", aHistory());
  answerGet("/api/ledger", { bets: [] });
  answerGet("/api/model-performance", aPerformance());
  answerGet("/api/slate", { sport: "nba", slate, ageSeconds: 0, games: [] });
};
