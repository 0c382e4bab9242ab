import { priceCheckLimits } from "@orbline/proto/constants/price-check";
import { count } from "#/lib/format.ts";

const { freePerDay, longestOdds } = priceCheckLimits;

/** Texts of the price check. */
export const messages = {
  title: "Price check",
  lead: "Found a bet somewhere? Enter its odds and see whether the price is good, before you place it.",
  bet: "Your bet",
  leg: (n: number) => `Leg ${n}`,
  game: "Game",
  gamePlaceholder: "Type a team, such as Lakers",
  noGame: "No upcoming game matches.",
  gamesFailed: "The games did not load",
  side: "Side",
  draw: "Draw",
  moneyline: "Moneyline",
  spread: "Spread",
  usualLine:
    "We price a spread at the line that most books have. If your book has another line, this verdict doesn't apply: the chance differs.",
  best: (odds: string, book: string) => `best ${odds} at ${book}`,
  noBest: "no price we trust",
  odds: "Odds at your book",
  oddsPlaceholder: "+150, 2.5 or 3/2",
  oddsWrong: `Enter odds such as +150, 2.5 or 3/2, up to +${count(longestOdds)}.`,
  stake: "Stake",
  stakeWrong: "Enter the stake as a number, such as 25 or 12.50.",
  addLeg: "Add a leg",
  removeLeg: (n: number) => `Remove leg ${n}`,
  check: "Check a price",
  checking: "Checking...",
  free: `${freePerDay} free checks a day. No card needed.`,
  left: (n: number) => (n === 1 ? "1 free check left today." : `${n} free checks left today.`),
  live: "The verdict updates as you type.",
  result: "Verdict",
  nothing: "No verdict yet",
  nothingText: "Choose a game and a side, then enter the odds that your book offers.",
  changed: "For the bet that you checked last:",
  failed: "The price could not be checked. Try again.",
  startTrial: "Start free trial",
  yourOdds: "Your odds",
  value: "Expected value",
  onStake: (value: string, stake: string) => `${value} on ${stake}`,
  bestAt: (book: string) => `at ${book}`,
  bestPrice: "Best price we see",
  bestTaken: "No book that we see pays more.",
  checkOdds: "Check your odds",
  tooGood: (betOn: string) =>
    `Your odds for ${betOn} are far better than any price we see. Check what you entered.`,
  bestPays: (book: string, amount: string, stake: string) =>
    `At ${book}, a win pays ${amount} more on ${stake}.`,
  bestApart:
    "These best prices are not all at one sportsbook, and a parlay is. Compare what each of them pays for the whole parlay.",
  legs: "Legs",
  needs: (breakEven: string, estimate: string) => `needs ${breakEven}, our estimate ${estimate}`,
  short: (word: string, breakEven: string, estimate: string) =>
    `${word}: needs ${breakEven}, we say ${estimate}`,
  spoken: (word: string, breakEven: string, estimate: string) =>
    `${word}. Break-even ${breakEven}, our estimate ${estimate}.`,
} as const;
