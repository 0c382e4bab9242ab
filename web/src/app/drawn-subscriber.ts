import type { HistoryEntry, HistoryResponse } from "@orbline/proto/http/prediction-history";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import type { User } from "@orbline/proto/http/user";

// What pages are drawn with for their styles alone; nobody ever sees it.

/** Anybody who is signed in. */
export const someone: User = {
  id: "",
  username: "",
  email: null,
  emailVerified: true,
  hasPassword: true,
  phone: null,
  role: "user",
  subscriptionTier: "premium",
  subscriptionStatus: "active",
  subscriptionEndDate: null,
  createdAt: "2026-01-01T00:00:00Z",
};

/** A subscription that runs. */
export const subscribed: SubscriptionStatusResponse = {
  status: "active",
  tier: "premium",
  plan: "monthly",
  periodEnd: null,
  accessUntil: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
};

const entryOf = (outcome: HistoryEntry["outcome"], profit: number): HistoryEntry => ({
  id: outcome,
  createdAt: "2026-01-01T00:00:00Z",
  sport: "nba",
  riskLevel: "moderate",
  stake: 100,
  parlayOdds: 100,
  confidence: 0.5,
  slate: { kind: "simulated", label: "", pricedAt: "2026-01-01T00:00:00Z" },
  legs: [],
  outcome,
  returned: 100 + profit,
  profit,
  settledAt: null,
});

/** Predictions in each colour that an outcome has. */
export const predicted: HistoryResponse = {
  predictions: [entryOf("won", 100), entryOf("lost", -100), entryOf("open", 0), entryOf("push", 0)],
  nextCursor: null,
  totals: { settled: 2, won: 1, lost: 1, staked: 200, returned: 200, profit: 0 },
};
