import type { RiskLevel } from "@orbline/proto/constants/predictions";
import type { LedgerEntry } from "@orbline/proto/http/prediction/ledger";
import { decimalOdds } from "#/lib/format.ts";

type Bets = readonly LedgerEntry[];

/** Sums of the settled bets, and the stakes of the open ones. `closing` is the mean closing line value of the `n` bets that have one. */
export function totalsOf(bets: Bets) {
  const settled = settledBets(bets);
  const closing = settled.flatMap(({ bet }) => bet.closingValue ?? []);
  const count = (wanted: string) => settled.filter(({ bet }) => bet.outcome === wanted).length;
  return {
    settled: settled.length,
    open: bets.length - settled.length,
    atStake: sumOf(bets, ({ bet }) => (bet.outcome === "open" ? bet.stake : 0)),
    won: count("won"),
    lost: count("lost"),
    staked: sumOf(settled, ({ bet }) => bet.stake),
    returned: sumOf(settled, ({ bet }) => bet.returned),
    profit: sumOf(settled, ({ bet }) => bet.profit),
    closing: {
      n: closing.length,
      mean: closing.reduce((sum, one) => sum + one, 0) / Math.max(1, closing.length),
    },
  };
}

/** Standard deviations that contain 95 of 100 outcomes. */
const likely = 1.96;

/**
 * The profit after each settled bet, oldest first, and where luck alone would put it in 95 of 100 cases: the sum of
 * independent bets that win with the probabilities of our estimates.
 */
export function profitByBet(bets: Bets) {
  let [profit, expected, variance] = [0, 0, 0];
  return settledBets(bets).map((entry, i) => {
    const { stake, odds, outcome } = entry.bet;
    profit = cents(profit + entry.bet.profit);
    // A bet that was called off has no luck in it.
    if (outcome === "won" || outcome === "lost") {
      const p = entry.confidence;
      const paid = stake * decimalOdds(odds);
      expected += p * paid - stake;
      variance += p * (1 - p) * paid ** 2;
    }
    const spread = likely * Math.sqrt(variance);
    return { n: i + 1, entry, profit, low: expected - spread, high: expected + spread };
  });
}

/** Settled bets, staked and profit of each risk level with a bet. */
export function byRisk(bets: Bets, risks: readonly RiskLevel[]) {
  return risks.flatMap((risk) => {
    const found = bets.filter(({ riskLevel }) => riskLevel === risk);
    return found.length > 0 ? [{ risk, ...totalsOf(found) }] : [];
  });
}

/** The bets as CSV (RFC 4180). Texts that a spreadsheet would run as a formula get an apostrophe. */
export function csvOf(bets: Bets): string {
  const head = ["recorded", "settled", "sport", "risk", "bet", "sportsbook", "stake", "odds"];
  const rows = bets.map((entry) => [
    entry.bet.recordedAt,
    entry.settledAt ?? "",
    entry.sport,
    entry.riskLevel,
    entry.legs.map(({ betOn, betType }) => `${betOn} ${betType}`).join(" + "),
    entry.bet.book,
    entry.bet.stake,
    entry.bet.odds,
    entry.bet.outcome,
    entry.bet.outcome === "open" ? "" : entry.bet.profit,
    entry.bet.closingValue === null ? "" : Number(entry.bet.closingValue.toFixed(4)),
  ]);
  return [[...head, "outcome", "profit", "closing line value"], ...rows]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const settledBets = (bets: Bets) =>
  bets
    .filter(({ bet }) => bet.outcome !== "open")
    .toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));

const timeOf = ({ settledAt, bet }: LedgerEntry) => settledAt ?? bet.recordedAt;

const cents = (amount: number) => Math.round(amount * 100) / 100;

const sumOf = (bets: Bets, of: (entry: LedgerEntry) => number) =>
  cents(bets.reduce((sum, entry) => sum + of(entry), 0));
