/** Sports that can be picked, in the order of the screen. */
export const sports = ["soccer", "nba", "mlb", "ufc", "nfl", "cfb", "nhl"] as const;
export type Sport = (typeof sports)[number];

/** Sports whose games can end in a draw that has a price of its own. */
export const sportsWithDraw: ReadonlySet<Sport> = new Set<Sport>(["soccer"]);

/** Risk levels that can be picked, lowest first. */
export const riskLevels = ["moderate", "aggressive", "insane"] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Where a slate's games and prices come from. */
export const slateKinds = ["simulated", "live"] as const;
export type SlateKind = (typeof slateKinds)[number];

/** States of a leg or of a whole prediction. */
export const outcomes = ["open", "won", "lost", "push", "void"] as const;
export type Outcome = (typeof outcomes)[number];

/** Limits of a stake in US dollars. */
export const stakeLimits = { min: 1, max: 10_000, default: 100 } as const;

/** A price judged by our likely range: all of it above break-even, around it, or all of it below. */
export const priceVerdicts = ["good", "fair", "overpriced"] as const;
export type PriceVerdict = (typeof priceVerdicts)[number];

/**
 * A probability as it is shown, e.g. "37.4%" or "4.66%". Below 10% one decimal is too coarse for an expected value, so
 * there are two; above 90% too, so that a chance to win and its chance to lose add up to 100%.
 */
export const probabilityText = (probability: number): string => `${digitsOf(probability)}%`;

/** A probability in percent as it is shown. Verdicts, differences and expected values are made of shown figures. */
export const shownPercent = (probability: number): number => Number(digitsOf(probability));

function digitsOf(probability: number): string {
  return (probability * 100).toFixed(decimalsOf([probability]));
}

/** The decimals of probabilities that are shown beside each other: two if one of them needs two. */
export const decimalsOf = (probabilities: readonly number[]): number =>
  probabilities.some(needsTwoDecimals) ? 2 : 1;

function needsTwoDecimals(probability: number): boolean {
  const fine = Number((probability * 100).toFixed(2));
  return fine < 10 || fine > 90;
}

/** What is left to 100% of the chance to win as it is shown. */
export const chanceToLose = (probability: number): number =>
  (100 - shownPercent(probability)) / 100;

/** Expected value of a stake of 1 at decimal odds, by our estimate as it is shown beside it. */
export const expectedValue = (probability: number, decimal: number): number =>
  // Six decimals: a product that is 1 in decimal fractions leaves exactly 0.
  Number(((shownPercent(probability) / 100) * decimal - 1).toFixed(6));

/** Judges a price by the figures that are shown beside the verdict. */
export function priceVerdict(breakEven: number, range: { from: number; to: number }): PriceVerdict {
  const needed = shownPercent(breakEven);
  if (needed < shownPercent(range.from)) return "good";
  return needed > shownPercent(range.to) ? "overpriced" : "fair";
}

/** Most bets that a user can record in the ledger. */
export const mostRecordedBets = 2_000;

/** Most settled predictions that the list of notices shows. */
export const mostNotices = 20;

/** When a user wants emails about settled picks. */
export const pickEmailChoices = ["off", "each", "weekly"] as const;
export type PickEmails = (typeof pickEmailChoices)[number];

/** Most devices of a user that get push messages. */
export const mostPushDevices = 10;

/** Most settled picks a UTC day of which a user gets messages, by email and by push. */
export const mostNotifiedPicksADay = 10;
