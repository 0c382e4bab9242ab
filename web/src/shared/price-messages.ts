import type { PriceVerdict } from "@orbline/proto/constants/predictions";

/** Texts about the price of a bet. */
export const priceMessages = {
  breakEven: "Break-even",
  ourEstimate: "Our estimate",
  range: "Likely range",
  rangeOf: (from: string, to: string) => `${from} to ${to}`,
  modelAlone: "Model alone",
  market: "Market",
  winsIn: (n: number) => `wins ${n} in 100`,
  losesIn: (n: number) => `loses ${n} in 100`,
  ticks: (won: number, lost: number) => `Of a hundred, ${won} win and ${lost} lose.`,
  scale: (breakEven: string, estimate: string) =>
    `Break-even at ${breakEven}, our estimate at ${estimate}.`,
  verdicts: {
    good: { word: "Good price", meaning: "Our whole likely range is above break-even." },
    fair: { word: "Fair price", meaning: "Break-even is inside our likely range." },
    likelyOverpriced: {
      word: "Likely overpriced",
      meaning: "We expect this bet to lose money, but break-even is still inside our likely range.",
    },
    overpriced: { word: "Overpriced", meaning: "Our whole likely range is below break-even." },
  },
} as const;

/** A price around break-even is shown as likely overpriced when the bet is expected to lose, because "fair" reads as advice. */
export const shownVerdict = (verdict: PriceVerdict, expectedValue: number) =>
  verdict === "fair" && expectedValue < 0 ? "likelyOverpriced" : verdict;
