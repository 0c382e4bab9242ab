import type { StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import type { LedgerEntry } from "@orbline/proto/http/prediction/ledger";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import type { BettingProfileResponse } from "@orbline/proto/http/prediction/track-record";
import { aPrediction } from "./server.ts";

/** A settled single bet of a history. */
export const anEntry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: "prd_1",
  createdAt: "2026-11-20T10:00:00Z",
  sport: "nba",
  riskLevel: "moderate",
  stake: 100,
  parlayOdds: 105,
  confidence: 0.5,
  slate: aPrediction().slate,
  legs: [
    {
      betOn: "Boston Celtics",
      opponent: "Utah Jazz",
      betType: "Moneyline",
      odds: 105,
      startsAt: "2026-11-20T19:00:00Z",
      marketOnly: false,
      outcome: "won",
    },
  ],
  outcome: "won",
  returned: 205,
  profit: 105,
  settledAt: "2026-11-20T23:00:00Z",
  ...fields,
});

/** A won bet of a ledger on a prediction with an even chance. */
export function aBet(
  fields: Partial<Omit<LedgerEntry, "bet">> = {},
  bet: Partial<LedgerEntry["bet"]> = {},
): LedgerEntry {
  const { returned: _returned, profit: _profit, ...entry } = anEntry();
  return {
    ...entry,
    ...fields,
    bet: {
      stake: 50,
      odds: 120,
      book: "Harbour",
      recordedAt: "2026-11-20T11:00:00Z",
      isLate: false,
      outcome: "won",
      returned: 110,
      profit: 60,
      closingValue: 0.05,
      ...bet,
    },
  };
}

/** A stored parlay of which the second leg lost. */
export function aStored(fields: Partial<StoredPrediction> = {}): StoredPrediction {
  const prediction = aPrediction();
  return {
    ...prediction,
    bets: prediction.bets.map((bet, index) => ({ ...bet, outcome: index === 0 ? "won" : "lost" })),
    outcome: "lost",
    returned: 0,
    profit: -100,
    settledAt: "2026-11-22T23:00:00Z",
    bet: null,
    newerId: null,
    olderId: null,
    ...fields,
  };
}

const totals = { settled: 40, won: 17, lost: 23, staked: 1855, returned: 1586.82 };

/** The profile of a user who requests mostly moderate NBA bets. */
export const aProfile = (fields: Partial<BettingProfileResponse> = {}): BettingProfileResponse => ({
  totals: { ...totals, profit: -268.18, open: 4 },
  return: -0.144571,
  favoriteSport: "nba",
  favoriteRisk: "moderate",
  sports: [{ sport: "nba", ...totals, profit: -268.18, open: 4 }],
  risks: [{ riskLevel: "moderate", ...totals, profit: -268.18, open: 4 }],
  stakes: { smallest: 20, average: 46.38, largest: 100 },
  ...fields,
});
